package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.policy.PublishedAccounts;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ContendedUsage;
import dev.plimsoll.model.tenancy.DividedCapacity;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.DivisionHistory;
import dev.plimsoll.model.tenancy.LeanedWeight;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import dev.plimsoll.model.tenancy.decision.DecisionNote;
import dev.plimsoll.model.tenancy.decision.ResourceCeilings;
import dev.plimsoll.model.tenancy.decision.State;
import dev.plimsoll.model.tenancy.division.Apportionment;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyStatusWriterTest {
  @TempDir Path folder;
  private AdvisorTestCluster advisorTestCluster;

  @BeforeEach
  void start() {
    advisorTestCluster = new AdvisorTestCluster(folder);
    advisorTestCluster.define("capacitypolicies");
    advisorTestCluster.put(
        """
        {'apiVersion': 'plimsoll.dev/v1alpha1', 'kind': 'CapacityPolicy',
         'metadata': {'name': 'gpus', 'generation': 3},
         'spec': {'tenants': [{'name': 'vision', 'namespaces': ['vision'], 'weight': 2},
                              {'name': 'nlp', 'namespaces': ['nlp']}],
                  'resources': [{'name': 'nvidia.com/gpu'}],
                  'division': {'type': 'Proportional'}}}\
        """);
  }

  @AfterEach
  void stop() {
    advisorTestCluster.close();
  }

  private JsonObject policy() {
    List<JsonObject> policies = advisorTestCluster.policies();
    assertThat(policies).hasSize(1);
    return policies.get(0);
  }

  private WriteOutcome write(Function<PolicyStatusWriter, WriteOutcome> what) {
    try (Connection connection = advisorTestCluster.connection()) {
      return what.apply(new PolicyStatusWriter(connection, AdvisorTestCluster.NOW));
    }
  }

  private String ready() {
    JsonObject condition = JsonFields.objects(policy(), "status", "conditions").get(0);
    return JsonFields.text(condition, "type")
        + " "
        + JsonFields.text(condition, "status")
        + " "
        + JsonFields.text(condition, "message");
  }

  @Test
  void the_policies_of_a_cluster_can_be_read() {
    PolicyFile file = PolicyFile.of(policy(), "CapacityPolicy gpus");

    assertThat(file.policy().tenants()).hasSize(2);
    assertThat(file.policy().division()).isInstanceOf(Division.Proportional.class);
  }

  @Test
  void a_policy_that_is_followed_shows_the_shares() {
    WriteOutcome writeOutcome =
        write(
            s ->
                s.publishReady(
                    policy(),
                    advisorTestCluster.advice().shares(),
                    new CeilingPlan(List.of(), State.NONE, List.of())));

    assertThat(writeOutcome.result()).isEqualTo(Result.DONE);
    assertThat(ready()).startsWith("Ready True");
    assertThat(JsonFields.text(policy(), "status", "observedGeneration"))
        .isEqualTo(JsonFields.text(policy(), "metadata", "generation"));
    assertThat(JsonFields.objects(policy(), "status", "shares"))
        .extracting(s -> JsonFields.text(s, "tenant") + " " + JsonFields.text(s, "share"))
        .containsExactly("vision 8", "nlp 4", "lab 4");
    assertThat(JsonFields.text(policy(), "status", "sharesSummary"))
        .isEqualTo("vision 8, nlp 4, lab 4");
  }

  @Test
  void a_policy_with_a_history_shows_the_accounts_and_the_roles_read_them() {
    CapacityPolicy plain = PolicyFile.of(policy(), "p").policy();
    CapacityPolicy leaning =
        plain.withDivision(
            new Division.Demand(
                Duration.ZERO, BigDecimal.ONE, Optional.of(DivisionHistory.DEFAULT)));
    ResourceName gpu = ResourceName.of("nvidia.com/gpu");
    LeanedWeight owed =
        new LeanedWeight(new ContendedUsage(10, 30.5, Optional.of(AdvisorTestCluster.NOW)), 1.25);
    ResourceCeilings decided =
        new ResourceCeilings(
            new DividedCapacity(leaning, DividedResource.of(gpu), 0),
            0,
            new Apportionment(0, new TreeMap<>()),
            List.of(),
            Map.of("nlp", owed),
            List.of());

    write(
        s ->
            s.publishReady(
                policy(),
                advisorTestCluster.advice().shares(),
                new CeilingPlan(List.of(decided), State.NONE, List.of())));

    JsonTree stored = JsonTree.of(policy());
    assertThat(PublishedAccounts.read(leaning, stored).division().leaning().orElseThrow())
        .isEqualTo(DivisionHistory.DEFAULT.with(Map.of(gpu, Map.of("nlp", owed))));
    assertThat(PublishedAccounts.read(plain, stored)).isEqualTo(plain);
  }

  @Test
  void a_policy_that_cannot_be_followed_says_why_and_keeps_its_shares() {
    write(
        s ->
            s.publishReady(
                policy(),
                advisorTestCluster.advice().shares(),
                new CeilingPlan(List.of(), State.NONE, List.of())));

    List<JsonObject> shares = JsonFields.objects(policy(), "status", "shares");

    write(s -> s.publishNotReady(policy(), "namespace x is in two tenants"));

    assertThat(ready()).isEqualTo("Ready False namespace x is in two tenants");
    assertThat(JsonFields.objects(policy(), "status", "shares")).isNotEmpty().isEqualTo(shares);
  }

  @Test
  void what_kept_a_decision_from_following_the_capacity_is_a_condition() {
    DecisionNote held =
        new DecisionNote(DecisionNote.Kind.CAPACITY_LOSS_HELD, "nvidia.com/gpu", "8 still count");

    write(
        s ->
            s.publishReady(
                policy(),
                advisorTestCluster.advice().shares(),
                new CeilingPlan(List.of(), State.NONE, List.of(held))));

    assertThat(JsonFields.objects(policy(), "status", "conditions"))
        .extracting(
            c -> JsonFields.text(c, "type") + " " + JsonFields.text(c, "status"),
            c -> JsonFields.text(c, "reason"),
            c -> JsonFields.text(c, "message"))
        .contains(
            tuple("CapacityLost True", "Held", "8 still count"),
            tuple("GuaranteesMet True", "CapacitySuffices", "there is enough for all guarantees"));
  }

  @Test
  void a_namespace_that_was_set_aside_is_a_condition_and_the_policy_is_ready() {
    DecisionNote disputed =
        new DecisionNote(DecisionNote.Kind.NAMESPACE_DISPUTED, "", "namespace x is set aside");

    write(
        s ->
            s.publishReady(
                policy(),
                advisorTestCluster.advice().shares(),
                new CeilingPlan(List.of(), State.NONE, List.of(disputed))));

    assertThat(ready()).startsWith("Ready True");
    assertThat(JsonFields.objects(policy(), "status", "conditions"))
        .extracting(
            c -> JsonFields.text(c, "type") + " " + JsonFields.text(c, "status"),
            c -> JsonFields.text(c, "message"))
        .contains(tuple("NamespacesDisputed True", "namespace x is set aside"));
  }

  @Test
  void a_policy_whose_status_may_not_be_written_is_told_of() {
    JsonObject policy = policy();
    advisorTestCluster
        .server()
        .objects()
        .remove("plimsoll.dev/v1alpha1", "CapacityPolicy", "", "gpus");

    assertThat(write(s -> s.publishNotReady(policy, "it is gone")).failed()).isTrue();
  }
}
