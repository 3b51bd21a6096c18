package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ChangePolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaPlan;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import dev.plimsoll.model.whatif.Simulation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaPlannerTest {
  private static final String GPU = "nvidia.com/gpu";
  private static final ResourceName KEY = ResourceName.of("requests." + GPU);
  private static final CapacityPolicy POLICY =
      CapacityPolicy.proportional(
          "p",
          List.of(Tenant.of("red", 1, "red"), Tenant.of("blue", 3, "blue")),
          List.of(DividedResource.of(ResourceName.of(GPU))));

  private ClusterBuilder cluster;
  private int pods;

  @BeforeEach
  void twoNamespacesAndANode() {
    cluster = Cluster.builder(Instant.parse("2026-01-05T12:00:00Z"));
    cluster.listed(Pod.RESOURCE);
    for (String name : List.of("red", "blue")) {
      cluster.add(new Namespace(ObjectMeta.of("", name)));
    }
    cluster.add(NodeBuilder.node("n").has(GPU, "8").has("cpu", "64").build());
  }

  @Test
  void the_quotas_add_up_to_the_capacity_without_the_reserve() {
    quota("red", "gpus", KEY, "8");
    quota("blue", "gpus", KEY, "8");
    CapacityPolicy policy = POLICY.withReserve(Map.of(ResourceName.of(GPU), Amount.parse("1")));

    assertThat(texts(plan(policy))).containsExactly("red/gpus 8 -> 2", "blue/gpus 8 -> 5");
  }

  @Test
  void a_namespace_without_quota_gets_one() {
    quota("red", "gpus", KEY, "2");

    QuotaPlan plan = plan(POLICY);

    assertThat(texts(plan)).containsExactly("red/gpus 2 -> 2", "blue/plimsoll 0 -> 6");
    assertThat(plan.proposals())
        .extracting(ResourceQuotaProposal::isNew)
        .containsExactly(false, true);
    assertThat(plan.proposals())
        .extracting(ResourceQuotaProposal::changes)
        .containsExactly(false, true);
  }

  @Test
  void what_is_used_is_kept_and_the_others_give_for_it() {
    quota("red", "gpus", KEY, "8");
    quota("blue", "gpus", KEY, "8");
    use("red", 5);

    QuotaPlan plan = plan(POLICY);

    assertThat(texts(plan)).containsExactly("red/gpus 8 -> 5", "blue/gpus 8 -> 3");
    assertThat(sentences(plan, 0)).contains("the tenant uses more than its share and keeps it");
    assertThat(sentences(plan, 1)).contains("other tenants use more than their shares and keep it");
  }

  @Test
  void a_lagging_status_counts_as_used() {
    cluster.add(
        quotaOf("red", "gpus", KEY, "8")
            .withStatus(
                new ResourceQuotaStatus(Resources.EMPTY, Resources.of(KEY, Quantity.of(4)))));
    quota("blue", "gpus", KEY, "8");

    assertThat(texts(plan(POLICY))).containsExactly("red/gpus 8 -> 4", "blue/gpus 8 -> 4");
  }

  @Test
  void a_key_that_is_never_charged_is_dropped_for_one_that_is() {
    quota("red", "gpus", ResourceName.of(GPU), "8");
    quota("blue", "gpus", KEY, "6");

    QuotaPlan plan = plan(POLICY);

    assertThat(plan.proposals())
        .filteredOn(p -> p.namespace().equals("red"))
        .extracting(p -> p.name() + " " + p.proposed())
        .containsExactly("gpus requests.nvidia.com/gpu=2");
  }

  @Test
  void a_small_difference_changes_nothing() {
    quota("red", "gpus", KEY, "1");
    quota("blue", "gpus", KEY, "6");
    CapacityPolicy policy =
        POLICY.withChanges(ChangePolicy.PROPOSED.withHysteresis(Amount.parse("2")));

    assertThat(plan(policy).proposals()).noneMatch(ResourceQuotaProposal::changes);
  }

  @Test
  void one_change_is_not_larger_than_a_step() {
    quota("red", "gpus", KEY, "8");
    quota("blue", "gpus", KEY, "0");
    CapacityPolicy policy = POLICY.withChanges(ChangePolicy.PROPOSED.withStep(Amount.parse("25%")));

    assertThat(texts(plan(policy))).containsExactly("red/gpus 8 -> 6", "blue/gpus 0 -> 2");
  }

  @Test
  void what_pods_without_a_node_are_charged_is_kept_if_there_is_enough() {
    quota("red", "gpus", KEY, "8");
    quota("blue", "gpus", KEY, "8");
    await("red", 4);

    assertThat(texts(plan(POLICY))).containsExactly("red/gpus 8 -> 4", "blue/gpus 8 -> 4");
  }

  @Test
  void what_pods_without_a_node_are_charged_gives_way_where_it_is_too_much() {
    quota("red", "gpus", KEY, "8");
    quota("blue", "gpus", KEY, "8");
    await("red", 7);
    use("blue", 2);

    QuotaPlan plan = plan(POLICY);

    assertThat(texts(plan)).containsExactly("red/gpus 8 -> 2", "blue/gpus 8 -> 6");
    assertThat(sentences(plan, 0)).anyMatch(s -> s.contains("that is not preserved"));
  }

  @Test
  void quotas_with_scopes_are_left_alone() {
    cluster.add(
        new ResourceQuota(
            ObjectMeta.of("red", "scoped"),
            new ResourceQuotaSpec(
                Resources.of(KEY, Quantity.of(1)), List.of("NotTerminating"), List.of()),
            ResourceQuotaStatus.NONE));

    assertThat(plan(POLICY).proposals())
        .extracting(ResourceQuotaProposal::name)
        .containsExactly("plimsoll", "plimsoll");
  }

  @Test
  void the_derivation_leads_from_the_nodes_to_the_quota() {
    cluster.add(NodeBuilder.node("cordoned").has(GPU, "4").cordoned().build());
    quota("red", "gpus", KEY, "8");
    CapacityPolicy policy = POLICY.withReserve(Map.of(ResourceName.of(GPU), Amount.parse("25%")));

    List<DerivationStep> why = plan(policy).proposals().get(0).keys().get(0).why();

    assertThat(why)
        .extracting(s -> s.name() + ": " + s.amount() + ", " + s.message())
        .containsExactly(
            "capacity: 8, ready, schedulable nodes have 8; other nodes have 4",
            "reserve: 6, 2 are kept in reserve (25%)",
            "weight: 1, tenant red has weight 1 of 4, wants 0, is guaranteed 0 and may have up to 6");
  }

  @Test
  void parts_of_units_that_pools_cannot_give_are_a_step_of_their_own() {
    for (String node : List.of("a", "b")) {
      cluster.add(
          NodeBuilder.node(node).label("nvidia.com/gpu.product", node).has("cpu", "4").build());
      cluster.add(PodBuilder.pod("kube-system", node).requests("cpu", "500m").on(node).build());
    }
    CapacityPolicy policy =
        CapacityPolicy.proportional(
            "p",
            List.of(Tenant.of("red", 1, "red")),
            List.of(DividedResource.of(ResourceName.CPU)));

    assertThat(plan(policy).proposals().get(0).keys().get(0).why())
        .extracting(s -> s.name() + ": " + s.amount())
        .startsWith("capacity: 72", "system: 71", "rounding: 70");
  }

  @Test
  void parts_of_units_in_use_do_not_overcommit_the_capacity() {
    List<Tenant> tenants = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String name = "team-" + i;
      cluster.add(new Namespace(ObjectMeta.of("", name)));
      cluster.add(PodBuilder.pod(name, "p").requests(GPU, "100m").on("n").build());
      tenants.add(Tenant.of(name, 1, name));
    }
    for (CapacityPolicy policy :
        List.of(
            CapacityPolicy.proportional(
                "p", tenants, List.of(DividedResource.of(ResourceName.of(GPU)))),
            CapacityPolicy.proportional(
                    "p", tenants, List.of(DividedResource.of(ResourceName.of(GPU))))
                .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE)))) {

      List<Quantity> ceilings =
          plan(policy).proposals().stream().map(p -> p.proposed().getOrZero(KEY)).toList();

      assertThat(ceilings)
          .hasSize(40)
          .allSatisfy(c -> assertThat(c).isGreaterThanOrEqualTo(Quantity.parse("100m")));
      assertThat(ceilings.stream().map(Quantity::toBigDecimal).reduce(BigDecimal::add))
          .hasValueSatisfying(sum -> assertThat(sum).isLessThanOrEqualTo(BigDecimal.valueOf(8)));
    }
  }

  @Test
  void what_namespaces_want_comes_before_what_is_beyond() {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
            "p",
            List.of(Tenant.of("all", 1, "red", "blue")),
            List.of(DividedResource.of(ResourceName.of(GPU))));
    await("blue", 8);

    assertThat(texts(plan(policy))).containsExactly("blue/plimsoll 0 -> 8", "red/plimsoll 0 -> 0");
  }

  @Test
  void a_tenants_namespaces_share_by_what_they_want() {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
            "p",
            List.of(Tenant.of("all", 1, "red", "blue")),
            List.of(DividedResource.of(ResourceName.of(GPU))));
    use("blue", 2);
    cluster.add(PodBuilder.pod("blue", "waiting").requests(GPU, "5").build());

    assertThat(texts(plan(policy))).containsExactly("blue/plimsoll 0 -> 7", "red/plimsoll 0 -> 1");
  }

  private QuotaPlan plan(CapacityPolicy policy) {
    Cluster built = cluster.build();
    Simulation simulation =
        Simulation.of(built, AdmissionChain.standard(), DefaultPlugins.scheduler());
    Observation observation = ClusterObservation.of(simulation, policy, UsageHistory.NONE, false);
    return QuotaPlanner.of(
        built, Shares.of(built, policy), Decider.decide(observation, State.NONE));
  }

  private void quota(String namespace, String name, ResourceName key, String hard) {
    cluster.add(quotaOf(namespace, name, key, hard));
  }

  private static ResourceQuota quotaOf(
      String namespace, String name, ResourceName key, String hard) {
    return new ResourceQuota(
        ObjectMeta.of(namespace, name),
        ResourceQuotaSpec.of(Resources.of(key, Quantity.parse(hard))),
        ResourceQuotaStatus.NONE);
  }

  private void use(String namespace, long gpus) {
    cluster.add(PodBuilder.pod(namespace, "p" + pods++).requests(GPU, "" + gpus).on("n").build());
  }

  private void await(String namespace, long gpus) {
    cluster.add(PodBuilder.pod(namespace, "p" + pods++).requests(GPU, "" + gpus).build());
  }

  private static List<String> texts(QuotaPlan plan) {
    return plan.proposals().stream()
        .map(
            p ->
                p.namespace()
                    + "/"
                    + p.name()
                    + " "
                    + p.now().getOrZero(KEY)
                    + " -> "
                    + p.proposed().getOrZero(KEY))
        .toList();
  }

  private static List<String> sentences(QuotaPlan plan, int index) {
    return plan.proposals().get(index).keys().get(0).why().stream()
        .map(DerivationStep::message)
        .toList();
  }
}
