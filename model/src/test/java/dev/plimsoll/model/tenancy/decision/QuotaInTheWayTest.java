package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ChangePolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UndividedKey;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Two tenants that miss four pods of one GPU each, with quotas of 0 and 8 GPUs in all. */
class QuotaInTheWayTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final ResourceName GPUS = ResourceName.of("requests.nvidia.com/gpu");
  private static final ResourceName POD_COUNT = ResourceName.of("pods");
  private static final CapacityPolicy POLICY =
      CapacityPolicy.proportional(
              "p",
              List.of(Tenant.of("red", 1, "red"), Tenant.of("blue", 1, "blue")),
              List.of(DividedResource.of(GPU)))
          .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE));

  @Test
  void units_go_to_both_where_nothing_else_is_in_the_way() {
    assertThat(units(POLICY)).containsEntry("red", 2L).containsEntry("blue", 2L);
  }

  @Test
  void units_go_to_whom_no_quota_with_scopes_denies_them() {
    assertThat(units(POLICY, scoped("red", GPUS, 0)))
        .containsEntry("red", 0L)
        .containsEntry("blue", 4L);
  }

  @Test
  void units_go_as_far_as_a_count_lets_them() {
    assertThat(units(POLICY, counting("red", 1)))
        .containsEntry("red", 1L)
        .containsEntry("blue", 3L);
  }

  @Test
  void what_the_policy_lets_be_raised_is_not_in_the_way() {
    CapacityPolicy raising =
        POLICY.withChanges(
            ChangePolicy.PROPOSED.withUndivided(
                List.of(new UndividedKey(POD_COUNT, Quantity.of(9)))));

    assertThat(units(raising, counting("red", 0)))
        .containsEntry("red", 2L)
        .containsEntry("blue", 2L);
  }

  private static ResourceQuota quota(String namespace, String name, ResourceName key, long most) {
    Resources hard = Resources.of(key, Quantity.of(most));
    return new ResourceQuota(
        ObjectMeta.of(namespace, name),
        ResourceQuotaSpec.of(hard),
        new ResourceQuotaStatus(hard, Resources.of(key, Quantity.ZERO)));
  }

  private static ResourceQuota counting(String namespace, long most) {
    return quota(namespace, "count", POD_COUNT, most);
  }

  private static ResourceQuota scoped(String namespace, ResourceName key, long most) {
    ResourceQuota quota = quota(namespace, "scoped", key, most);
    return quota.withSpec(
        new ResourceQuotaSpec(quota.spec().hard(), List.of("NotTerminating"), List.of()));
  }

  /** Returns the ceilings on four GPUs in two namespaces. */
  private static Map<String, Long> units(CapacityPolicy policy, ResourceQuota... others) {
    ClusterBuilder cluster = Cluster.builder(Instant.parse("2026-01-05T12:00:00Z"));
    cluster.complete();
    cluster.add(NodeBuilder.node("n").has(GPU.name(), "4").has("cpu", "64").build());
    for (String namespace : List.of("red", "blue")) {
      cluster.add(new Namespace(ObjectMeta.of("", namespace)));
      cluster.add(quota(namespace, "gpu", GPUS, 0));
      Pod pod =
          PodBuilder.pod(namespace, "p")
              .requests("nvidia.com/gpu=1")
              .limits("nvidia.com/gpu=1")
              .build();
      cluster.add(
          new Workload(
              ObjectMeta.of(namespace, "rs"),
              GroupVersionKind.of("apps/v1", "ReplicaSet"),
              new GroupResource("apps", "replicasets"),
              List.of(
                  new Workload.PodTemplate(
                      "spec.template", pod.metadata(), pod.spec(), OptionalInt.of(4))),
              List.of(),
              false));
    }
    for (ResourceQuota other : others) {
      cluster.add(other);
    }
    Simulation simulation =
        Simulation.of(cluster.build(), AdmissionChain.standard(), DefaultPlugins.scheduler());
    Map<String, Long> units = new TreeMap<>();
    Decider.decide(ClusterObservation.of(simulation, policy, UsageHistory.NONE, false), State.NONE)
        .resources()
        .get(0)
        .ceilings()
        .forEach(c -> units.put(c.seen().namespace(), c.units()));
    return units;
  }
}
