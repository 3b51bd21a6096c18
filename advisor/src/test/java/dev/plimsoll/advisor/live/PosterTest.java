package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.Outcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.kube.live.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

class PosterTest {
  private static final String VERSION = "plimsoll.dev/v1alpha1";
  private static final String KIND = "QuotaRecommendation";

  @TempDir Path folder;
  private Fleet fleet;

  @BeforeEach
  void start() throws IOException {
    fleet = new Fleet(folder);
    Path definition =
        Path.of(System.getProperty("plimsoll.root"), "manifests/crds/quotarecommendations.yaml");
    fleet.put(new Gson().toJson(new Yaml().<Object>load(Files.readString(definition))));
    fleet.put("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'plimsoll'}}");
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  private List<Outcome> post(Advice advice, List<Outcome> applied, Instant now) {
    try (Connection connection = fleet.connection()) {
      return new Poster(connection, now).post(advice, applied, "plimsoll");
    }
  }

  private JsonObject recommendation(String namespace, String name) {
    return fleet.server().objects().get(VERSION, KIND, namespace, name).orElseThrow();
  }

  private String condition(String namespace, String name, String type) {
    return Tree.objects(recommendation(namespace, name), "status", "conditions").stream()
        .filter(c -> Tree.text(c, "type").equals(type))
        .map(c -> Tree.text(c, "status") + " " + Tree.text(c, "reason"))
        .findFirst()
        .orElse("");
  }

  private List<JsonObject> events() {
    return fleet.server().objects().list("events.k8s.io/v1", "Event");
  }

  @Test
  void each_quota_gets_a_recommendation_that_it_owns() {
    List<Outcome> outcomes = post(fleet.advice(), List.of(), Fleet.NOW);

    assertThat(outcomes).extracting(Outcome::result).containsOnly(Result.DONE);
    JsonObject vision = recommendation("vision", "gpu");
    assertThat(Tree.text(vision, "spec", "policy")).isEqualTo("gpus");
    assertThat(Tree.text(Tree.objects(vision, "spec", "keys").get(0), "proposed")).isEqualTo("8");
    assertThat(Tree.text(Tree.objects(vision, "metadata", "ownerReferences").get(0), "uid"))
        .isEqualTo(Tree.text(fleet.quota("vision", "gpu"), "metadata", "uid"));
    assertThat(condition("vision", "gpu", Conditions.CURRENT)).isEqualTo("True Proposed");
    assertThat(condition("vision", "gpu", Conditions.APPLIED)).isEqualTo("False NotAsked");
  }

  @Test
  void the_same_again_changes_nothing_and_says_nothing() {
    post(fleet.advice(), List.of(), Fleet.NOW);
    JsonObject before = recommendation("vision", "gpu");

    List<Outcome> outcomes = post(fleet.advice(), List.of(), Fleet.NOW.plusSeconds(300));

    assertThat(outcomes).extracting(Outcome::result).contains(Result.UNCHANGED);
    assertThat(recommendation("vision", "gpu").getAsJsonObject("spec"))
        .isEqualTo(before.getAsJsonObject("spec"));
    assertThat(recommendation("vision", "gpu").getAsJsonObject("status"))
        .isEqualTo(before.getAsJsonObject("status"));
    assertThat(events()).hasSize(3);
  }

  @Test
  void another_recommendation_takes_the_place_of_the_former() {
    post(fleet.advice(), List.of(), Fleet.NOW);
    fleet.set("vision", "gpu", Fleet.GPU, "6");

    post(fleet.advice(), List.of(), Fleet.NOW.plusSeconds(300));

    assertThat(fleet.server().objects().list(VERSION, KIND)).hasSize(3);
    assertThat(
            Tree.text(Tree.objects(recommendation("vision", "gpu"), "spec", "keys").get(0), "now"))
        .isEqualTo("6");
    assertThat(events()).hasSize(4);
  }

  @Test
  void what_was_applied_or_failed_is_a_condition() {
    Advice advice = fleet.advice();
    fleet.set("nlp", "gpu", Fleet.GPU, "20");

    post(advice, fleet.apply(advice), Fleet.NOW);

    assertThat(condition("vision", "gpu", Conditions.APPLIED)).isEqualTo("True Applied");
    assertThat(condition("nlp", "gpu", Conditions.APPLIED)).isEqualTo("False Conflict");
  }

  @Test
  void an_event_on_the_quota_says_what_is_recommended() {
    post(fleet.advice(), List.of(), Fleet.NOW);

    assertThat(events())
        .allSatisfy(e -> assertThat(Tree.text(e, "reason")).isEqualTo("QuotaRecommended"))
        .extracting(e -> Tree.text(e, "note"))
        .anySatisfy(
            n ->
                assertThat(n)
                    .startsWith(
                        "Recommended: requests.nvidia.com/gpu=4 instead of"
                            + " requests.nvidia.com/gpu=32"));
  }

  @Test
  void the_report_is_in_a_config_map() {
    post(fleet.advice(), List.of(), Fleet.NOW);

    JsonObject report =
        fleet
            .server()
            .objects()
            .get("v1", "ConfigMap", "plimsoll", "plimsoll-advice")
            .orElseThrow();
    assertThat(Tree.text(report, "data", "advice.md")).startsWith("## Quotas by policy `gpus`");
  }

  @Test
  void a_recommendation_for_a_quota_that_is_gone_is_no_longer_current() {
    post(fleet.advice(), List.of(), Fleet.NOW);
    fleet.server().objects().remove("v1", "ResourceQuota", "lab", "dead");

    post(fleet.advice(), List.of(), Fleet.NOW.plusSeconds(300));

    assertThat(condition("lab", "dead", Conditions.CURRENT)).isEqualTo("False NotProposed");
    assertThat(condition("lab", "plimsoll", Conditions.CURRENT)).isEqualTo("True Proposed");
  }

  @Test
  void without_the_definition_it_says_what_to_install() {
    fleet
        .server()
        .objects()
        .remove(
            "apiextensions.k8s.io/v1",
            "CustomResourceDefinition",
            "",
            "quotarecommendations.plimsoll.dev");

    List<Outcome> outcomes = post(fleet.advice(), List.of(), Fleet.NOW);

    assertThat(outcomes).hasSize(2);
    assertThat(outcomes.get(0).sentence()).contains("install manifests/crds");
    assertThat(outcomes.get(1).result()).isEqualTo(Result.DONE);
  }
}
