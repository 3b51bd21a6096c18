package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.advisor.recommend.RecommendationEffect;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.GapCost;
import dev.plimsoll.testkit.access.User;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecommendationPublisherTest {
  private static final String VERSION = "plimsoll.dev/v1alpha1";
  private static final String KIND = "QuotaRecommendation";

  @TempDir Path folder;
  private AdvisorTestCluster advisorTestCluster;

  @BeforeEach
  void start() {
    advisorTestCluster = new AdvisorTestCluster(folder);
    advisorTestCluster.define("quotarecommendations");
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

  private List<JsonObject> recommendations() {
    return advisorTestCluster.server().objects().list(VERSION, KIND);
  }

  private Optional<JsonObject> found(String namespace, String quota, String key) {
    return recommendations().stream()
        .filter(r -> JsonFields.text(r, "metadata", "namespace").equals(namespace))
        .filter(r -> JsonFields.text(r, "spec", "resourceQuota").equals(quota))
        .filter(r -> JsonFields.text(r, "spec", "key").equals(key))
        .findFirst();
  }

  private JsonObject recommendation(String namespace) {
    return found(namespace, "gpu", AdvisorTestCluster.GPU).orElseThrow();
  }

  private static String applied(JsonObject recommendation) {
    return JsonFields.objects(recommendation, "status", "conditions").stream()
        .filter(c -> JsonFields.text(c, "type").equals(StatusConditions.APPLIED))
        .map(c -> JsonFields.text(c, "status") + " " + JsonFields.text(c, "reason"))
        .findFirst()
        .orElse("");
  }

  private List<JsonObject> events() {
    return advisorTestCluster.server().objects().list("events.k8s.io/v1", "Event");
  }

  @Test
  void each_key_gets_a_recommendation_that_its_quota_owns() {
    List<WriteOutcome> writeOutcomes =
        post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);

    assertThat(writeOutcomes).extracting(WriteOutcome::result).containsOnly(Result.DONE);
    JsonObject vision = recommendation("vision");
    assertThat(JsonFields.text(vision, "spec", "policy")).isEqualTo("gpus");
    assertThat(JsonFields.text(vision, "spec", "now")).isEqualTo("4");
    assertThat(JsonFields.text(vision, "spec", "used")).isEqualTo("0");
    assertThat(JsonFields.text(vision, "spec", "proposed")).isEqualTo("8");
    assertThat(JsonFields.objects(vision, "spec", "why")).isNotEmpty();
    assertThat(
            JsonFields.text(
                JsonFields.objects(vision, "metadata", "ownerReferences").get(0), "uid"))
        .isEqualTo(JsonFields.text(advisorTestCluster.quota("vision", "gpu"), "metadata", "uid"));
    assertThat(applied(vision)).isEqualTo("False NotAsked");
  }

  @Test
  void a_namespace_that_is_being_deleted_by_now_needs_no_recommendation() {
    Advice advice = advisorTestCluster.advice();
    advisorTestCluster.put(
        """
        {"apiVersion": "v1", "kind": "Namespace",
         "metadata": {"name": "lab", "deletionTimestamp": "2026-03-01T09:00:00Z",
                      "finalizers": ["example.com/wait"]},
         "status": {"phase": "Terminating"}}
        """);

    assertThat(post(advice, List.of(), AdvisorTestCluster.NOW))
        .filteredOn(o -> o.result() != Result.DONE)
        .extracting(WriteOutcome::toString)
        .containsExactlyInAnyOrder(
            "recommendation lab/dead limits.nvidia.com/gpu: its namespace is being deleted",
            "recommendation lab/dead requests.nvidia.com/gpu: its namespace is being deleted");
  }

  @Test
  void a_key_to_be_dropped_has_nothing_proposed() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);

    JsonObject dead = found("lab", "dead", "limits.nvidia.com/gpu").orElseThrow();
    assertThat(JsonFields.text(dead, "spec", "now")).isEqualTo("2");
    assertThat(JsonFields.object(dead, "spec").keySet()).doesNotContain("proposed", "used");
    assertThat(found("lab", "dead", AdvisorTestCluster.GPU)).isPresent();
  }

  @Test
  void the_same_again_writes_nothing_and_lists_once() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);
    Advice again = advisorTestCluster.advice();
    long before = advisorTestCluster.server().objects().resourceVersion();
    int calls = advisorTestCluster.server().calls().size();

    List<WriteOutcome> writeOutcomes =
        post(again, List.of(), AdvisorTestCluster.NOW.plusSeconds(300));

    assertThat(writeOutcomes).extracting(WriteOutcome::result).containsOnly(Result.UNCHANGED);
    assertThat(advisorTestCluster.server().objects().resourceVersion()).isEqualTo(before);
    assertThat(calls(calls)).hasSize(2).allMatch(c -> c.startsWith("GET "));
  }

  private List<String> calls(int first) {
    List<String> calls = advisorTestCluster.server().calls();
    return calls.subList(first, calls.size());
  }

  @Test
  void only_what_has_changed_is_written() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);
    advisorTestCluster.use("vision", "gpu", "3");
    Advice advice = advisorTestCluster.advice();
    int calls = advisorTestCluster.server().calls().size();

    post(advice, List.of(), AdvisorTestCluster.NOW.plusSeconds(300));

    assertThat(calls(calls))
        .filteredOn(c -> !c.startsWith("GET ") && c.contains("quotarecommendations"))
        .hasSize(2)
        .allMatch(c -> c.contains("/namespaces/vision/"));
    assertThat(JsonFields.text(recommendation("vision"), "spec", "used")).isEqualTo("3");
    assertThat(events()).as("of another usage there is no event").hasSize(3);
  }

  @Test
  void another_recommendation_takes_the_place_of_the_former() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);
    int before = recommendations().size();
    advisorTestCluster.set("vision", "gpu", AdvisorTestCluster.GPU, "6");

    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW.plusSeconds(300));

    assertThat(recommendations()).hasSize(before);
    assertThat(JsonFields.text(recommendation("vision"), "spec", "now")).isEqualTo("6");
    assertThat(events()).hasSize(4);
  }

  @Test
  void what_was_applied_or_failed_is_a_condition() {
    Advice advice = advisorTestCluster.advice();
    advisorTestCluster.set("vision", "gpu", AdvisorTestCluster.GPU, "5");

    post(advice, advisorTestCluster.apply(advice), AdvisorTestCluster.NOW);

    assertThat(applied(recommendation("nlp"))).isEqualTo("True Applied");
    assertThat(applied(recommendation("vision"))).isEqualTo("False Conflict");
  }

  @Test
  void an_event_on_the_quota_says_what_is_recommended() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);

    assertThat(events())
        .allSatisfy(e -> assertThat(JsonFields.text(e, "reason")).isEqualTo("QuotaRecommended"))
        .allSatisfy(e -> assertThat(JsonFields.text(e, "type")).isEqualTo("Normal"))
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
    assertThat(JsonFields.text(report, "data", "gpus.md")).startsWith("## Quotas by policy `gpus`");
  }

  @Test
  void an_event_of_a_recommendation_that_opens_a_gap_is_a_warning() {
    Advice advice = advisorTestCluster.advice();
    Gap gap =
        new Gap(
            GapKind.QuotaExhausted,
            new ObjectReference("Deployment", "nlp", "train", ""),
            AdvisorTestCluster.GPU,
            "2 pods would be denied",
            List.of(),
            List.of(),
            2,
            GapCost.NONE);
    Advice opening =
        advice.withRecommendations(
            advice.recommendations().stream()
                .map(r -> r.proposal().namespace().equals("nlp") ? opening(r, gap) : r)
                .toList());

    post(opening, List.of(), AdvisorTestCluster.NOW);

    assertThat(events())
        .filteredOn(e -> JsonFields.text(e, "type").equals("Warning"))
        .extracting(e -> JsonFields.text(e, "regarding", "namespace"))
        .containsExactly("nlp");
  }

  private static QuotaRecommendation opening(QuotaRecommendation recommendation, Gap gap) {
    return new QuotaRecommendation(
        recommendation.proposal(),
        recommendation.quota(),
        new RecommendationEffect(0, 0, 0, 0, 0, List.of(), List.of(gap)),
        recommendation.confidence());
  }

  @Test
  void a_recommendation_for_a_quota_that_is_gone_is_deleted() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);
    advisorTestCluster.server().objects().remove("v1", "ResourceQuota", "lab", "dead");

    List<WriteOutcome> writeOutcomes =
        post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW.plusSeconds(300));

    assertThat(found("lab", "dead", "limits.nvidia.com/gpu")).isEmpty();
    assertThat(found("lab", "dead", AdvisorTestCluster.GPU)).isEmpty();
    assertThat(found("lab", "plimsoll", AdvisorTestCluster.GPU)).isPresent();
    assertThat(writeOutcomes).noneMatch(WriteOutcome::failed);
  }

  @Test
  void what_another_policy_recommends_stays() {
    advisorTestCluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'QuotaRecommendation',
         'metadata': {'name': 'other', 'namespace': 'vision',
           'labels': {'app.kubernetes.io/managed-by': 'plimsoll'}},
         'spec': {'resourceQuota': 'cpus', 'policy': 'cpus', 'tenant': 'vision'}}\
        """);

    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);

    assertThat(recommendations())
        .anyMatch(r -> JsonFields.text(r, "metadata", "name").equals("other"));
  }

  @Test
  void of_two_policies_for_one_key_the_first_keeps_its_recommendation_while_it_exists() {
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);
    JsonObject others = recommendation("vision").deepCopy();
    others.getAsJsonObject("spec").addProperty("policy", "cpus");
    advisorTestCluster.put(new Gson().toJson(others));
    advisorTestCluster.define("capacitypolicies");
    advisorTestCluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': 'cpus'}, 'spec': {}}\
        """);

    List<WriteOutcome> disputed =
        post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);
    String kept = JsonFields.text(recommendation("vision"), "spec", "policy");
    advisorTestCluster.server().objects().remove(VERSION, "CapacityPolicy", "", "cpus");
    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);

    assertThat(kept).isEqualTo("cpus");
    assertThat(disputed)
        .filteredOn(WriteOutcome::failed)
        .singleElement()
        .satisfies(o -> assertThat(o.result()).isEqualTo(Result.CONFLICT))
        .asString()
        .endsWith(
            "policy cpus has a recommendation for it, too, which stays; let one of the two divide"
                + " the resource");
    assertThat(JsonFields.text(recommendation("vision"), "spec", "policy")).isEqualTo("gpus");
  }

  @Test
  void objects_of_the_former_kind_one_a_quota_are_deleted() {
    advisorTestCluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'QuotaRecommendation',
         'metadata': {'name': 'gpu', 'namespace': 'vision',
           'labels': {'app.kubernetes.io/managed-by': 'plimsoll'}},
         'spec': {'resourceQuota': 'gpu', 'policy': 'gpus', 'tenant': 'vision'}}\
        """);

    post(advisorTestCluster.advice(), List.of(), AdvisorTestCluster.NOW);

    assertThat(recommendations())
        .noneMatch(r -> JsonFields.text(r, "metadata", "name").equals("gpu"));
    assertThat(recommendation("vision")).isNotNull();
  }

  @Test
  void without_the_right_to_list_nothing_but_the_report_is_written() {
    Advice advice = advisorTestCluster.advice();
    advisorTestCluster.server().access().token("secret", new User("me", "1", List.of()));
    advisorTestCluster.server().access().allow("me", "get", "configmaps", "*");
    advisorTestCluster.server().access().allow("me", "create", "configmaps", "*");
    advisorTestCluster.server().access().allow("me", "patch", "configmaps", "*");
    advisorTestCluster.server().access().forbid("me", "list", "quotarecommendations");

    List<WriteOutcome> writeOutcomes = post(advice, List.of(), AdvisorTestCluster.NOW);

    assertThat(writeOutcomes)
        .extracting(WriteOutcome::result)
        .containsExactly(Result.FORBIDDEN, Result.DONE);
    assertThat(recommendations()).isEmpty();
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
