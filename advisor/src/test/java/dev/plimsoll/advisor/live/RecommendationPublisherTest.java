package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
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

class RecommendationPublisherTest {
  private static final String VERSION = "plimsoll.dev/v1alpha1";
  private static final String KIND = "QuotaRecommendation";

  @TempDir Path folder;
  private AdvisorTestCluster advisorTestCluster;

  @BeforeEach
  void start() throws IOException {
    advisorTestCluster = new AdvisorTestCluster(folder);
    Path definition =
        Path.of(System.getProperty("plimsoll.root"), "manifests/crds/quotarecommendations.yaml");
    advisorTestCluster.put(
        new Gson().toJson(new Yaml().<Object>load(Files.readString(definition))));
    advisorTestCluster.put(
        "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'plimsoll'}}");
  }

  @AfterEach
  void stop() {
    advisorTestCluster.close();
  }

  private List<WriteOutcome> post(Advice advice, List<WriteOutcome> applied, Instant now) {
    try (Connection connection = advisorTestCluster.connection()) {
      return new RecommendationPublisher(connection, now).post(advice, applied, "plimsoll");
    }
  }

  private JsonObject recommendation(String namespace, String name) {
    return advisorTestCluster.server().objects().get(VERSION, KIND, namespace, name).orElseThrow();
  }

  private String condition(String namespace, String name, String type) {
    return JsonFields.objects(recommendation(namespace, name), "status", "conditions").stream()
        .filter(c -> JsonFields.text(c, "type").equals(type))
        .map(c -> JsonFields.text(c, "status") + " " + JsonFields.text(c, "reason"))
        .findFirst()
        .orElse("");
  }

  private List<JsonObject> events() {
    return advisorTestCluster.server().objects().list("events.k8s.io/v1", "Event");
  }

  @Test
  void each_quota_gets_a_recommendation_that_it_owns() {
    List<WriteOutcome> writeOutcomes =
        post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);

    assertThat(writeOutcomes).extracting(WriteOutcome::result).containsOnly(Result.DONE);
    JsonObject vision = recommendation("vision", "gpu");
    assertThat(JsonFields.text(vision, "spec", "policy")).isEqualTo("gpus");
    assertThat(JsonFields.text(JsonFields.objects(vision, "spec", "keys").get(0), "proposed"))
        .isEqualTo("8");
    assertThat(
            JsonFields.text(
                JsonFields.objects(vision, "metadata", "ownerReferences").get(0), "uid"))
        .isEqualTo(JsonFields.text(advisorTestCluster.quota("vision", "gpu"), "metadata", "uid"));
    assertThat(condition("vision", "gpu", StatusConditions.CURRENT)).isEqualTo("True Proposed");
    assertThat(condition("vision", "gpu", StatusConditions.APPLIED)).isEqualTo("False NotAsked");
  }

  @Test
  void the_same_again_changes_nothing_and_says_nothing() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);
    JsonObject before = recommendation("vision", "gpu");

    List<WriteOutcome> writeOutcomes =
        post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW.plusSeconds(300));

    assertThat(writeOutcomes).extracting(WriteOutcome::result).contains(Result.UNCHANGED);
    assertThat(recommendation("vision", "gpu").getAsJsonObject("spec"))
        .isEqualTo(before.getAsJsonObject("spec"));
    assertThat(recommendation("vision", "gpu").getAsJsonObject("status"))
        .isEqualTo(before.getAsJsonObject("status"));
    assertThat(events()).hasSize(3);
  }

  @Test
  void another_recommendation_takes_the_place_of_the_former() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);
    advisorTestCluster.set("vision", "gpu", AdvisorTestCluster.GPU, "6");

    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW.plusSeconds(300));

    assertThat(advisorTestCluster.server().objects().list(VERSION, KIND)).hasSize(3);
    assertThat(
            JsonFields.text(
                JsonFields.objects(recommendation("vision", "gpu"), "spec", "keys").get(0), "now"))
        .isEqualTo("6");
    assertThat(events()).hasSize(4);
  }

  @Test
  void what_was_applied_or_failed_is_a_condition() {
    Advice advice = advisorTestCluster.advice();
    advisorTestCluster.set("nlp", "gpu", AdvisorTestCluster.GPU, "20");

    post(advice, advisorTestCluster.apply(advice), AdvisorTestCluster.NOW);

    assertThat(condition("vision", "gpu", StatusConditions.APPLIED)).isEqualTo("True Applied");
    assertThat(condition("nlp", "gpu", StatusConditions.APPLIED)).isEqualTo("False Conflict");
  }

  @Test
  void an_event_on_the_quota_says_what_is_recommended() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);

    assertThat(events())
        .allSatisfy(e -> assertThat(JsonFields.text(e, "reason")).isEqualTo("QuotaRecommended"))
        .extracting(e -> JsonFields.text(e, "note"))
        .anySatisfy(
            n ->
                assertThat(n)
                    .startsWith(
                        "Recommended: requests.nvidia.com/gpu=4 instead of"
                            + " requests.nvidia.com/gpu=32"));
  }

  @Test
  void the_report_is_in_a_config_map() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);

    JsonObject report =
        advisorTestCluster
            .server()
            .objects()
            .get("v1", "ConfigMap", "plimsoll", "plimsoll-advice")
            .orElseThrow();
    assertThat(JsonFields.text(report, "data", "advice.md"))
        .startsWith("## Quotas by policy `gpus`");
  }

  @Test
  void a_recommendation_for_a_quota_that_is_gone_is_no_longer_current() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);
    advisorTestCluster.server().objects().remove("v1", "ResourceQuota", "lab", "dead");

    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW.plusSeconds(300));

    assertThat(condition("lab", "dead", StatusConditions.CURRENT)).isEqualTo("False NotProposed");
    assertThat(condition("lab", "plimsoll", StatusConditions.CURRENT)).isEqualTo("True Proposed");
  }

  @Test
  void without_the_definition_it_says_what_to_install() {
    advisorTestCluster
        .server()
        .objects()
        .remove(
            "apiextensions.k8s.io/v1",
            "CustomResourceDefinition",
            "",
            "quotarecommendations.plimsoll.dev");

    List<WriteOutcome> writeOutcomes =
        post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);

    assertThat(writeOutcomes).hasSize(2);
    assertThat(writeOutcomes.get(0).message()).contains("apply manifests/crds");
    assertThat(writeOutcomes.get(1).result()).isEqualTo(Result.DONE);
  }
}
