package dev.plimsoll.model.gap;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.capacity.NodeGroup;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsage;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsages;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Everything that asks whether a node takes pods gives one answer. */
class NodeAvailabilityAgreementTest {
  private static final String DISK_PRESSURE = "node.kubernetes.io/disk-pressure";
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  @Test
  void gaps_capacity_quotas_and_policies_agree_about_a_node_with_a_lifecycle_taint() {
    NodeBuilder tainted = gpuNode("b").taint(DISK_PRESSURE, "", "NoSchedule");
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .complete()
            .add(gpuNode("a").build())
            .add(tainted.build())
            .add(gpuQuota())
            .build();
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    CapacityPolicy policy =
        CapacityPolicy.proportional(
            "p", List.of(Tenant.of("team", 1, "team")), List.of(DividedResource.of(GPU)));

    assertThat(GapFinder.find(simulation))
        .extracting(f -> f.gap().kind(), f -> f.gap().object().name())
        .contains(tuple(GapKind.CapacityWithheld, "b"), tuple(GapKind.QuotaUnreachable, "gpu"));
    assertThat(NodeGroups.of(cluster))
        .extracting(NodeGroup::free, NodeGroup::withheld)
        .containsExactly(tuple(Quantity.of(8), Quantity.of(8)));
    assertThat(QuotaKeyUsages.of(cluster))
        .extracting(QuotaKeyUsage::available)
        .containsExactly(Optional.of(Quantity.of(8)));
    assertThat(TenantCapacity.of(cluster, policy).available(DividedResource.of(GPU))).isEqualTo(8);
  }

  private static NodeBuilder gpuNode(String name) {
    return node(name).has("nvidia.com/gpu", "8");
  }

  private static ResourceQuota gpuQuota() {
    Resources hard = Resources.of(ResourceName.of("requests.nvidia.com/gpu"), Quantity.of(16));
    return new ResourceQuota(
        ObjectMeta.of("team", "gpu"), ResourceQuotaSpec.of(hard), ResourceQuotaStatus.NONE);
  }
}
