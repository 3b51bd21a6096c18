package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NotebookStoryTest {
  private static final String[] NOTEBOOK = {"explain", "deployment/notebook", "-n", "vision"};

  @Test
  void tells_what_was_injected_what_binds_and_that_nodes_are_free() {
    JsonObject story = CliRun.jsonOnExample(NOTEBOOK).getAsJsonObject();
    JsonObject admission = story.getAsJsonObject("admission");

    assertThat(story.get("verdict").getAsString()).isEqualTo("DeniedByQuota");
    assertThat(admission.getAsJsonArray("limitRanges").toString())
        .contains("\"name\":\"gpu-defaults\"", "\"resource\":\"nvidia.com/gpu\"");
    assertThat(admission.getAsJsonArray("quotas").toString())
        .contains("\"key\":\"requests.nvidia.com/gpu\",\"hard\":\"4\",\"used\":\"4\"");
    assertThat(story.getAsJsonObject("placement").getAsJsonArray("feasible")).hasSize(3);
    assertThat(CliRun.onExample(NOTEBOOK).out())
        .contains("limit range gpu-defaults adds to container main: request nvidia.com/gpu=1")
        .contains("<- binds")
        .contains("nodes would take it");
  }

  @Test
  void the_first_remedy_admits_and_places_the_two_missing_pods() {
    JsonObject story = CliRun.jsonOnExample(NOTEBOOK).getAsJsonObject();
    JsonObject remedy =
        story
            .getAsJsonArray("gaps")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("remedies")
            .get(0)
            .getAsJsonObject();
    List<String> whatif = new ArrayList<>(List.of("whatif"));
    for (JsonElement option : remedy.getAsJsonArray("whatif")) {
      whatif.add(option.getAsString());
    }
    whatif.addAll(List.of(NOTEBOOK));

    JsonObject both = CliRun.jsonOnExample(whatif.toArray(String[]::new)).getAsJsonObject();

    assertThat(remedy.get("helps").getAsBoolean()).isTrue();
    assertThat(pods(both.getAsJsonObject("before"))).containsExactly("DeniedByQuota 2", "Placed 4");
    assertThat(pods(both.getAsJsonObject("after"))).containsExactly("Placeable 2", "Placed 4");
  }

  private static List<String> pods(JsonObject explanation) {
    JsonArray pods = explanation.getAsJsonArray("pods");
    return pods.asList().stream()
        .map(JsonElement::getAsJsonObject)
        .map(p -> p.get("verdict").getAsString() + " " + p.get("count").getAsInt())
        .toList();
  }
}
