package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterQuotaTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final ResourceName KEY = ResourceName.of("requests.nvidia.com/gpu");
  private static final CapacityPolicy POLICY =
      policy(Tenant.of("red", 1, "red"), Tenant.of("blue", 1, "blue"), Tenant.of("tan", 1, "tan"));

  @Test
  void tenants_under_one_quota_share_it_and_the_others_have_the_rest() {
    CeilingPlan plan = decide(POLICY, quota("6", ResourceQuotaSpec.of(hard("6"))));

    assertThat(units(plan)).containsEntry("red", 3L).containsEntry("blue", 3L);
    assertThat(units(plan)).containsEntry("tan", 18L);
  }

  @Test
  void what_namespaces_of_no_tenant_use_of_it_is_not_there() {
    Cluster cluster = cluster(quota("6", ResourceQuotaSpec.of(hard("6"))), 2);

    CeilingPlan plan = decide(POLICY, cluster);

    assertThat(units(plan)).containsEntry("red", 2L).containsEntry("blue", 2L);
    assertThat(
            QuotaPlanner.of(cluster, Shares.of(cluster, POLICY), plan)
                .proposals()
                .get(0)
                .keys()
                .get(0)
                .why())
        .filteredOn(s -> s.name().equals("cluster quota"))
        .extracting(DerivationStep::message)
        .containsExactly(
            "ClusterResourceQuota both allows 6; namespaces without a tenant use 2;"
                + " it binds the 2 namespaces of tenants that it selects together");
  }

  @Test
  void what_its_status_reports_of_such_a_namespace_counts_if_that_is_more_than_its_pods() {
    ClusterResourceQuota quota =
        quota(
            ResourceQuotaSpec.of(hard("6")),
            Map.of("stranger", new ResourceQuotaStatus(hard("6"), hard("4"))));

    assertThat(units(decide(POLICY, cluster(quota, 1)))).containsEntry("red", 1L);
  }

  @Test
  void a_quota_with_scopes_counts_some_pods_only_and_bounds_no_ceiling() {
    CeilingPlan plan =
        decide(
            POLICY,
            quota("6", new ResourceQuotaSpec(hard("6"), List.of("NotTerminating"), List.of())));

    assertThat(units(plan)).containsEntry("red", 8L);
    assertThat(plan.resources().get(0).clusterQuotas()).isEmpty();
  }

  @Test
  void guarantees_beyond_it_are_scaled_in_proportion_and_a_note_says_so() {
    CapacityPolicy policy =
        policy(
            guaranteed(Tenant.of("red", 1, "red"), "12"),
            guaranteed(Tenant.of("blue", 1, "blue"), "6"),
            Tenant.of("tan", 1, "tan"));

    CeilingPlan plan = decide(policy, quota("6", ResourceQuotaSpec.of(hard("6"))));

    assertThat(units(plan)).containsEntry("red", 4L).containsEntry("blue", 2L);
    assertThat(plan.notes())
        .filteredOn(n -> n.kind() == DecisionNote.Kind.CLUSTER_QUOTA)
        .extracting(DecisionNote::message)
        .containsExactly(
            "of the 6 of nvidia.com/gpu that tenant blue is guaranteed ClusterResourceQuotas leave"
                + " it 2",
            "of the 12 of nvidia.com/gpu that tenant red is guaranteed ClusterResourceQuotas leave"
                + " it 4");
  }

  private static Map<String, Long> units(CeilingPlan plan) {
    return plan.resources().get(0).byNamespace();
  }

  private static CapacityPolicy policy(Tenant... tenants) {
    return CapacityPolicy.proportional("p", List.of(tenants), List.of(DividedResource.of(GPU)));
  }

  private static Tenant guaranteed(Tenant tenant, String units) {
    return new Tenant(
        tenant.name(),
        tenant.namespaces(),
        tenant.weight(),
        Map.of(GPU, new Amount.Absolute(Quantity.parse(units))),
        Map.of());
  }

  private static Resources hard(String units) {
    return Resources.of(KEY, Quantity.parse(units));
  }

  private static ClusterResourceQuota quota(String units, ResourceQuotaSpec spec) {
    return quota(spec, Map.of("red", new ResourceQuotaStatus(hard(units), Resources.EMPTY)));
  }

  private static ClusterResourceQuota quota(
      ResourceQuotaSpec spec, Map<String, ResourceQuotaStatus> namespaces) {
    return new ClusterResourceQuota(
        ObjectMeta.of("", "both"),
        Optional.of(new LabelSelector(Map.of("paid-by", "one"), List.of())),
        Map.of(),
        spec,
        new ResourceQuotaStatus(spec.hard(), Resources.EMPTY),
        namespaces);
  }

  private static CeilingPlan decide(CapacityPolicy policy, ClusterResourceQuota quota) {
    return decide(policy, cluster(quota, 0));
  }

  private static CeilingPlan decide(CapacityPolicy policy, Cluster cluster) {
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return Decider.decide(
        ClusterObservation.of(simulation, policy, UsageHistory.NONE, false), State.NONE);
  }

  /** Returns 24 GPUs for tenants; those of namespaces red, blue and stranger are paid by one. */
  private static Cluster cluster(ClusterResourceQuota quota, int others) {
    ClusterBuilder cluster = Cluster.builder(Instant.parse("2026-01-05T12:00:00Z"));
    cluster.listed(Pod.RESOURCE);
    for (String name : List.of("red", "blue", "stranger")) {
      cluster.add(
          new Namespace(ObjectMeta.builder().name(name).labels(Map.of("paid-by", "one")).build()));
    }
    cluster.add(new Namespace(ObjectMeta.of("", "tan")));
    cluster.add(quota);
    cluster.add(NodeBuilder.node("n").has(GPU.name(), "" + (24 + others)).has("cpu", "64").build());
    for (int i = 0; i < others; i++) {
      cluster.add(PodBuilder.pod("stranger", "p" + i).requests(GPU.name(), "1").on("n").build());
    }
    return cluster.build();
  }
}
