package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a real control plane said of cases that no rule here foresees is the answer about them. */
class FamiliesTest {
  private static final Path FOLDER =
      CliRun.ROOT.resolve("cli/src/test/resources/dev/plimsoll/cli/families");

  private static Path dump(String name) {
    return FOLDER.resolve(name + ".json.gz");
  }

  private static JsonObject json(String... words) {
    return JsonParser.parseString(CliRun.of(words).out()).getAsJsonObject();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "w|deployment/d|w-sa|error looking up service account w-sa/ghost: serviceaccount \"ghost\""
            + " not found|ServiceAccount",
        "w|deployment/d|w-vap|ValidatingAdmissionPolicy 'nolatest' with binding 'nolatest' denied"
            + " request: image x is not allowed|ValidatingAdmissionPolicy nolatest",
        "w3|deployment/d|psa-d|violates PodSecurity \"restricted:latest\"|PodSecurity",
      })
  void pods_that_something_unmodelled_denies_are_denied_in_its_words(
      String dump, String subject, String namespace, String text, String denier) {
    String[] words = {
      "explain", subject, "-n", namespace, "-o", "json", "--snapshot", dump(dump).toString()
    };

    JsonObject explanation = json(words);

    assertThat(explanation.get("verdict").getAsString()).isEqualTo("Denied");
    JsonObject pods = explanation.getAsJsonArray("pods").get(0).getAsJsonObject();
    assertThat(pods.get("message").getAsString()).contains(text);
    assertThat(gaps(explanation, "AdmissionRefused"))
        .singleElement()
        .satisfies(
            gap -> {
              JsonObject evidence = gap.getAsJsonObject("evidence");
              assertThat(evidence.get("deniedBy").getAsString()).isEqualTo(denier);
              assertThat(evidence.get("apiServer").getAsString()).contains(text);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"w", "w3", "csilimit-attached-only.after", "dra-toomany.after"})
  void no_pod_without_a_node_is_placeable_against_the_schedulers_word(String dump)
      throws IOException {
    for (JsonObject pod : rejectedPods(dump(dump))) {
      JsonObject metadata = pod.getAsJsonObject("metadata");
      String name = metadata.get("name").getAsString();
      String namespace = metadata.get("namespace").getAsString();
      String said = scheduled(pod).get(0).get("message").getAsString();

      CliRun run =
          CliRun.of(
              "explain",
              "pod",
              name,
              "-n",
              namespace,
              "--snapshot",
              dump(dump).toString(),
              "-o",
              "json");

      JsonObject explanation = JsonParser.parseString(run.out()).getAsJsonObject();
      boolean isPlaceable = explanation.get("verdict").getAsString().equals("Placeable");
      assertThat(!isPlaceable || shown(explanation).contains(said))
          .as("%s/%s: %s", namespace, name, explanation.get("summary"))
          .isTrue();
    }
  }

  @Test
  void a_pod_whose_volumes_no_node_can_attach_is_answered_in_the_schedulers_words()
      throws IOException {
    String dump = dump("csilimit-attached-only.after").toString();
    JsonObject pod = rejectedPods(dump("csilimit-attached-only.after")).get(0);
    JsonObject metadata = pod.getAsJsonObject("metadata");

    JsonObject explanation =
        json(
            "explain",
            "pod/" + metadata.get("name").getAsString(),
            "-n",
            metadata.get("namespace").getAsString(),
            "-o",
            "json",
            "--snapshot",
            dump);

    assertThat(explanation.getAsJsonArray("pods").get(0).getAsJsonObject().get("message"))
        .isEqualTo(scheduled(pod).get(0).get("message"));
    assertThat(gaps(json("gaps", "-o", "json", "--snapshot", dump), "SchedulerDisagrees"))
        .isEmpty();
  }

  private static String shown(JsonObject explanation) {
    return explanation
        .getAsJsonArray("pods")
        .get(0)
        .getAsJsonObject()
        .get("notes")
        .getAsJsonArray()
        .asList()
        .stream()
        .map(JsonElement::getAsString)
        .reduce("", String::concat);
  }

  private static List<JsonObject> gaps(JsonObject report, String kind) {
    return report.getAsJsonArray("gaps").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(g -> g.get("kind").getAsString().equals(kind))
        .toList();
  }

  private static List<JsonObject> rejectedPods(Path dump) throws IOException {
    List<JsonObject> rejected = new ArrayList<>();
    try (Reader reader =
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(dump)), StandardCharsets.UTF_8)) {
      for (JsonElement item :
          JsonParser.parseReader(reader).getAsJsonObject().getAsJsonArray("items")) {
        JsonObject object = item.getAsJsonObject();
        if (object.get("kind").getAsString().equals("Pod") && !scheduled(object).isEmpty()) {
          rejected.add(object);
        }
      }
    }
    return rejected;
  }

  /** Returns the condition in which the scheduler says that the pod has no node. */
  private static List<JsonObject> scheduled(JsonObject pod) {
    JsonObject status = pod.getAsJsonObject("status");
    return !status.has("conditions")
        ? List.of()
        : status.getAsJsonArray("conditions").asList().stream()
            .map(JsonElement::getAsJsonObject)
            .filter(c -> c.get("type").getAsString().equals("PodScheduled"))
            .filter(c -> c.get("status").getAsString().equals("False"))
            .filter(c -> c.has("message"))
            .toList();
  }
}
