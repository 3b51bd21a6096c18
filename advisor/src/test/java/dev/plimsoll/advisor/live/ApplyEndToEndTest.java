package dev.plimsoll.advisor.live;

import static dev.plimsoll.advisor.live.AdvisorEndToEndCluster.GPU;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.RequiredResources;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quotas of a real API server, told of, changed and changed back with the manifests' rights. */
@RealControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApplyEndToEndTest {
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

  private static WriteOutcome of(List<WriteOutcome> writeOutcomes, String object) {
    return writeOutcomes.stream().filter(o -> o.object().equals(object)).findFirst().orElseThrow();
  }

  private List<WriteOutcome> undo() throws StatusException {
    try (Connection connection = cluster.adminConnection()) {
      return new QuotaReverter(connection).undo(Optional.empty());
    }
  }

  @Test
  void what_is_applied_can_be_undone() throws Exception {
    List<Long> sums = new ArrayList<>();

    List<WriteOutcome> applied = cluster.apply(cluster.advice(), path -> sums.add(cluster.sum()));

    assertThat(applied).extracting(WriteOutcome::result).containsOnly(Result.DONE);
    assertThat(sums).containsExactly(36L, 8L);
    assertThat(cluster.hard("vision")).isEqualTo("pods=50,requests.nvidia.com/gpu=12");
    assertThat(cluster.hard("nlp")).isEqualTo("requests.nvidia.com/gpu=4");
    try (Connection connection = cluster.connection()) {
      assertThat(new QuotaReverter(connection).undo(Optional.empty()))
          .extracting(WriteOutcome::result)
          .containsOnly(Result.DONE);
    }
    assertThat(cluster.hard("vision")).isEqualTo("pods=50,requests.nvidia.com/gpu=4");
    assertThat(cluster.hard("nlp")).isEqualTo("requests.nvidia.com/gpu=32");
  }

  @Test
  void what_another_writer_changes_in_between_is_kept() throws Exception {
    List<String> meddled = new ArrayList<>();

    List<WriteOutcome> writeOutcomes =
        cluster.apply(
            cluster.advice(),
            path -> {
              if (path.contains("/nlp/") && meddled.isEmpty()) {
                meddled.add(path);
                cluster.updateAs("kubectl-edit", "nlp", "20");
              }
            });

    assertThat(meddled).hasSize(1);
    assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.CONFLICT);
    assertThat(of(writeOutcomes, "quota vision/gpu").result()).isEqualTo(Result.WITHHELD);
    assertThat(cluster.hard("nlp")).isEqualTo("requests.nvidia.com/gpu=20");
    assertThat(cluster.sum()).isEqualTo(24);
  }

  @Test
  void a_quota_that_was_created_is_only_tried_to_be_deleted_and_then_deleted() throws Exception {
    cluster.api().deleteAll(AdvisorEndToEndCluster.quotas("vision"));
    cluster.apply(cluster.advice());
    Await.until("the quota is in force", () -> cluster.isInForce("vision"));
    JsonObject created = cluster.api().get(AdvisorEndToEndCluster.quotas("vision") + "/plimsoll");

    try (Connection connection = cluster.adminConnection()) {
      JsonObject unused =
          new ApiWriter(connection)
              .delete(ApiPaths.quota("vision", "plimsoll"), created, ApiWriter.Mode.DRY_RUN);
    }
    assertThat(cluster.sum()).isEqualTo(16);
    assertThat(undo()).extracting(WriteOutcome::result).containsOnly(Result.DONE);
    assertThat(cluster.api().list(AdvisorEndToEndCluster.quotas("vision"))).isEmpty();
    assertThat(cluster.hard("nlp")).isEqualTo("requests.nvidia.com/gpu=32");
  }

  @Test
  void a_quota_that_was_deleted_and_created_anew_is_left_alone() throws Exception {
    Advice before = cluster.advice();
    cluster.api().deleteAll(AdvisorEndToEndCluster.quotas("nlp"));
    cluster.addQuota("nlp", "{\"%s\": \"32\"}".formatted(GPU));

    assertThat(of(cluster.apply(before), "quota nlp/gpu").message())
        .isEqualTo("conflict: deleted and created again by someone else; left unchanged");

    cluster.apply(cluster.advice());
    cluster.api().deleteAll(AdvisorEndToEndCluster.quotas("vision"));
    cluster.addQuota("vision", "{\"%s\": \"12\"}".formatted(GPU));

    assertThat(undo()).extracting(WriteOutcome::object).containsExactly("quota nlp/gpu");
    assertThat(cluster.hard("vision")).isEqualTo("requests.nvidia.com/gpu=12");
    assertThat(cluster.hard("nlp")).isEqualTo("requests.nvidia.com/gpu=32");
  }

  @Test
  void what_is_applied_on_the_server_is_left_to_whoever_does() throws Exception {
    try (Connection connection = cluster.adminConnection()) {
      JsonObject unused =
          connection.write(
              "PATCH",
              AdvisorEndToEndCluster.quotas("nlp") + "/gpu",
              Map.of("fieldManager", "argocd-controller", "force", "true"),
              "application/apply-patch+yaml",
              JsonParser.parseString(
                      """
                      {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "gpu"},
                       "spec": {"hard": {"%s": "32"}}}
                      """
                          .formatted(GPU))
                  .getAsJsonObject());
    }

    assertLeftTo("argocd-controller");
  }

  @Test
  void what_is_applied_on_the_client_is_left_to_whoever_does() throws Exception {
    cluster.updateAs("argocd-controller", "nlp", "31");

    assertLeftTo("argocd-controller");
  }

  @Test
  void what_kubectl_applied_and_a_hand_edited_is_left_to_the_manifest() throws Exception {
    cluster.patch(
        AdvisorEndToEndCluster.quotas("nlp") + "/gpu?fieldManager=kubectl-edit",
        """
        {"metadata": {"annotations": {
           "kubectl.kubernetes.io/last-applied-configuration":
             "{\\"spec\\":{\\"hard\\":{\\"requests.nvidia.com/gpu\\":\\"32\\"}}}"}},
         "spec": {"hard": {"requests.nvidia.com/gpu": "30"}}}
        """);

    assertLeftTo("the manifest in annotation " + FieldOwners.LAST_APPLIED);
  }

  private void assertLeftTo(String owner) throws IOException {
    Advice advice = cluster.advice();
    String before = cluster.hard("nlp");

    List<WriteOutcome> writeOutcomes = cluster.apply(advice);

    assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.CONFLICT);
    assertThat(of(writeOutcomes, "quota nlp/gpu").message())
        .startsWith(owner + " declares its ceilings");
    assertThat(of(writeOutcomes, "quota vision/gpu").result()).isEqualTo(Result.WITHHELD);
    assertThat(cluster.hard("nlp")).isEqualTo(before);
    assertThat(cluster.apply(advice, path -> {}, new ApplyOverrides(true, true)))
        .extracting(WriteOutcome::result)
        .containsOnly(Result.DONE);
    assertThat(cluster.sum()).isEqualTo(16);
  }

  @Test
  void a_reduction_that_a_policy_denies_leaves_the_sum_as_it_was() throws Exception {
    String policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    JsonObject policy =
        cluster
            .api()
            .create(
                policies,
                """
                {"metadata": {"name": "keep-nlp"},
                 "spec": {
                   "matchConstraints": {"resourceRules": [
                     {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["UPDATE"],
                      "resources": ["resourcequotas"]}]},
                   "validations": [
                     {"message": "nlp keeps what it has",
                      "expression": "object.metadata.namespace != 'nlp' || quantity(object.spec.hard['requests.nvidia.com/gpu']).compareTo(quantity(oldObject.spec.hard['requests.nvidia.com/gpu'])) >= 0"}]}}
                """);
    JsonObject binding =
        cluster
            .api()
            .create(
                policies.replace("policies", "policybindings"),
                """
                {"metadata": {"name": "keep-nlp"},
                 "spec": {"policyName": "keep-nlp", "validationActions": ["Deny"]}}
                """);
    Await.until("the policy is in force", () -> isReductionDenied());
    List<Long> sums = new ArrayList<>();

    List<WriteOutcome> writeOutcomes =
        cluster.apply(cluster.advice(), path -> sums.add(cluster.sum()));

    assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.ERROR);
    assertThat(of(writeOutcomes, "quota nlp/gpu").message()).contains("nlp keeps what it has");
    assertThat(of(writeOutcomes, "quota vision/gpu").result()).isEqualTo(Result.WITHHELD);
    assertThat(sums).isEmpty();
    assertThat(cluster.sum()).isEqualTo(36);
    for (JsonObject each : List.of(binding, policy)) {
      String kind = JsonFields.text(each, "kind");
      cluster
          .api()
          .deleteAll(
              (kind.endsWith("Binding") ? policies.replace("policies", "policybindings") : policies)
                  + "/keep-nlp");
    }
    Await.until("the policy is gone", () -> !isReductionDenied());
  }

  private boolean isReductionDenied() {
    try (Connection connection = cluster.adminConnection()) {
      JsonObject patch =
          JsonParser.parseString("{\"spec\":{\"hard\":{\"%s\":\"1\"}}}".formatted(GPU))
              .getAsJsonObject();
      JsonObject unused =
          new ApiWriter(connection)
              .merge(ApiPaths.quota("nlp", "gpu"), patch, ApiWriter.Mode.DRY_RUN);
      return false;
    } catch (StatusException e) {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pods", "namespaces", "resourcequotas", "limitranges"})
  void without_the_right_to_list_what_all_rests_on_nothing_is_changed(String kind)
      throws Exception {
    cluster.without(
        "plimsoll-advisor-read",
        "list",
        kind,
        () ->
            assertThat(cluster.apply(cluster.advice()))
                .isNotEmpty()
                .allSatisfy(o -> assertThat(o.result()).isEqualTo(Result.WITHHELD))
                .allSatisfy(
                    o -> assertThat(o.message()).contains("grant the verb list on " + kind)));

    assertThat(cluster.sum()).isEqualTo(36);
    assertThat(cluster.advice().unread()).isEmpty();
  }

  @Test
  void without_the_right_to_list_nodes_there_is_nothing_to_divide() throws Exception {
    cluster.without(
        "plimsoll-advisor-read",
        "list",
        "nodes",
        () -> {
          Cluster read = cluster.read();
          assertThatThrownBy(
                  () -> RequiredResources.requireNodes(read, AdvisorEndToEndCluster.POLICY))
              .isInstanceOf(InputException.class)
              .hasMessageContaining("grant the verb list on nodes");
        });
  }

  @Test
  void without_another_right_to_list_a_person_has_to_look() throws Exception {
    cluster.without(
        "plimsoll-advisor-read",
        "list",
        "replicationcontrollers",
        () ->
            assertThat(cluster.apply(cluster.advice(), path -> {}, ApplyOverrides.NONE))
                .hasSize(2)
                .allSatisfy(
                    o -> assertThat(o.message()).contains("the cluster snapshot is incomplete")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"get", "patch"})
  void without_a_right_on_quotas_it_is_named_and_nothing_else_is_raised(String verb)
      throws Exception {
    Advice advice = cluster.advice();

    cluster.without(
        "plimsoll-advisor-apply",
        verb,
        "resourcequotas",
        () -> {
          List<WriteOutcome> writeOutcomes = cluster.apply(advice);
          assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.FORBIDDEN);
          assertThat(of(writeOutcomes, "quota nlp/gpu").message())
              .contains("cannot " + verb + " resource \"resourcequotas\"");
          assertThat(of(writeOutcomes, "quota vision/gpu").result()).isEqualTo(Result.WITHHELD);
        });

    assertThat(cluster.sum()).isEqualTo(36);
  }

  @Test
  void without_the_right_to_create_quotas_the_others_are_changed() throws Exception {
    cluster.api().deleteAll(AdvisorEndToEndCluster.quotas("vision"));
    Advice advice = cluster.advice();

    cluster.without(
        "plimsoll-advisor-apply",
        "create",
        "resourcequotas",
        () -> {
          List<WriteOutcome> writeOutcomes = cluster.apply(advice);
          assertThat(of(writeOutcomes, "quota vision/plimsoll").result())
              .isEqualTo(Result.FORBIDDEN);
          assertThat(of(writeOutcomes, "quota nlp/gpu").result()).isEqualTo(Result.DONE);
        });
  }
}
