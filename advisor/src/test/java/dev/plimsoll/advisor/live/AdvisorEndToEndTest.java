package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** Recommendations and policies in a real API server, with the rights of the manifests. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdvisorEndToEndTest {
  private static final String VISION_RECOMMENDATIONS =
      "/apis/plimsoll.dev/v1alpha1/namespaces/vision/quotarecommendations";

  private static final String VISION_EVENTS = "/apis/events.k8s.io/v1/namespaces/vision/events";

  private AdvisorEndToEndCluster cluster;

  @BeforeAll
  void startControlPlane(@TempDir Path folder) throws Exception {
    cluster = new AdvisorEndToEndCluster(folder);
  }

  @AfterAll
  void stopControlPlane() {
    cluster.close();
  }

  @BeforeEach
  void setQuotas() throws Exception {
    cluster.setQuotas();
  }

  private List<WriteOutcome> post(Advice advice) {
    try (Connection connection = cluster.connection()) {
      return new RecommendationPublisher(connection, AdvisorEndToEndCluster.NOW)
          .post(advice, List.of(), "plimsoll");
    }
  }

  @Test
  void recommendations_are_posted_once_and_then_left_alone() throws Exception {
    List<WriteOutcome> first = post(cluster.advice());
    int events = cluster.api().list(VISION_EVENTS).size();
    List<WriteOutcome> second = post(cluster.advice());

    assertThat(first).extracting(WriteOutcome::result).containsOnly(Result.DONE);
    assertThat(second).extracting(WriteOutcome::result).containsOnly(Result.UNCHANGED);
    JsonObject vision = cluster.api().list(VISION_RECOMMENDATIONS).get(0);
    assertThat(JsonFields.text(vision, "spec", "proposed")).isEqualTo("12");
    assertThat(JsonFields.objects(vision, "status", "conditions")).isNotEmpty();
    assertThat(cluster.api().list(VISION_EVENTS)).hasSize(events).isNotEmpty();
  }

  @Test
  void what_is_no_longer_recommended_is_deleted() throws Exception {
    Advice advice = cluster.advice();
    post(advice);

    List<WriteOutcome> writeOutcomes =
        post(
            advice.withRecommendations(
                advice.recommendations().stream()
                    .filter(r -> r.proposal().namespace().equals("vision"))
                    .toList()));

    assertThat(writeOutcomes).noneMatch(WriteOutcome::failed);
    assertThat(cluster.api().list("/apis/plimsoll.dev/v1alpha1/quotarecommendations"))
        .extracting(r -> JsonFields.text(r, "metadata", "namespace"))
        .containsExactly("vision");
  }

  @Test
  void kubectl_shows_a_row_for_each_key() throws Exception {
    cluster
        .api()
        .patch(
            "/api/v1/namespaces/vision/resourcequotas/gpu",
            "{\"spec\":{\"hard\":{\"limits.nvidia.com/gpu\": \"2\"}}}");
    Await.until("the quota is in force", () -> cluster.isInForce("vision"));

    post(cluster.advice());

    JsonObject table = cluster.api().table("/apis/plimsoll.dev/v1alpha1/quotarecommendations");
    List<JsonObject> columns = JsonFields.objects(table, "columnDefinitions");
    assertThat(columns)
        .filteredOn(c -> JsonFields.text(c, "priority").equals("0"))
        .extracting(c -> JsonFields.text(c, "name"))
        .containsExactly("Name", "Quota", "Key", "Now", "Used", "Proposed", "Confidence", "Age");
    assertThat(JsonFields.objects(table, "rows"))
        .extracting(AdvisorEndToEndTest::row)
        .containsExactlyInAnyOrder(
            "nlp gpu requests.nvidia.com/gpu 32 0 4 High",
            "vision gpu requests.nvidia.com/gpu 4 0 12 High",
            "vision gpu limits.nvidia.com/gpu 2 null null High");
  }

  /** Returns the namespace of a row and its cells from the quota to the confidence. */
  private static String row(JsonObject row) {
    String cells =
        row.getAsJsonArray("cells").asList().subList(1, 7).stream()
            .map(c -> c.isJsonNull() ? "null" : c.getAsString())
            .collect(Collectors.joining(" "));
    return JsonFields.text(row, "object", "metadata", "namespace") + " " + cells;
  }

  @Test
  void policies_are_checked_by_the_api_server() throws Exception {
    String policies = "/apis/plimsoll.dev/v1alpha1/capacitypolicies";
    String example =
        new Gson()
            .toJson(
                new Yaml()
                    .<Object>load(
                        Files.readString(
                            AdvisorEndToEndCluster.MANIFESTS.resolveSibling(
                                "examples/policy.yaml"))));
    JsonObject stored = cluster.api().create(policies, example);

    assertThat(JsonFields.text(stored, "spec", "changes", "apply")).isEqualTo("Never");
    assertThatThrownBy(
            () ->
                cluster
                    .api()
                    .create(
                        policies,
                        """
                    {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy",
                     "metadata": {"name": "idle"},
                     "spec": {"tenants": [{"name": "a", "namespaces": ["a"], "weight": 0}],
                       "resources": [{"name": "nvidia.com/gpu"}]}}
                    """))
        .hasMessageContaining("all weights are 0");
    cluster.api().deleteAll(policies);
  }
}
