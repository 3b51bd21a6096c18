package dev.plimsoll.model.tenancy;

import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPU;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPUS;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuNode;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuPolicy;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.ownedByDaemonSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TenantCapacityTest {
  private static final CapacityPolicy POLICY = gpuPolicy(Tenant.of("team", 1, "team"));

  @Test
  void cordoned_not_ready_and_tainted_nodes_are_withheld() {
    TenancyClusterBuilder tenancyClusterBuilder =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .add(gpuNode("b", "A100", 8).withUnschedulable(true))
            .add(TenancyClusterBuilder.notReady(gpuNode("c", "A100", 4)))
            .add(
                gpuNode("d", "A100", 2)
                    .withTaints(
                        List.of(new Taint("node.kubernetes.io/disk-pressure", "", "NoSchedule"))));

    TenantCapacity tenantCapacity = TenantCapacity.of(tenancyClusterBuilder.build(), POLICY);

    assertThat(tenantCapacity.allocatable(GPUS)).isEqualByComparingTo("8");
    assertThat(tenantCapacity.withheld(GPUS)).isEqualByComparingTo("14");
    assertThat(tenantCapacity.distributable(GPUS)).isEqualTo(8);
  }

  @Test
  void what_daemon_sets_and_system_namespaces_take_is_not_given() {
    TenancyClusterBuilder tenancyClusterBuilder =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .pod("kube-system", "a", 1)
            .pod("team", "a", 2)
            .add(ownedByDaemonSet(gpuPod("monitoring")))
            .add(ownedByDaemonSet(gpuPod("team")));

    TenantCapacity tenantCapacity = TenantCapacity.of(tenancyClusterBuilder.build(), POLICY);

    assertThat(tenantCapacity.system(GPUS)).isEqualByComparingTo("2");
    assertThat(tenantCapacity.distributable(GPUS)).isEqualTo(6);
  }

  @Test
  void what_runs_in_namespaces_of_no_tenant_is_not_promised() {
    TenancyClusterBuilder tenancyClusterBuilder =
        new TenancyClusterBuilder()
            .node("a", "A100", 8)
            .node("b", "H100", 8)
            .pod("kube-system", "a", 1)
            .pod("team", "a", 2)
            .pod("stranger", "a", 3)
            .pod("stranger", "b", 12);

    TenantCapacity tenantCapacity = TenantCapacity.of(tenancyClusterBuilder.build(), POLICY);

    assertThat(tenantCapacity.system(GPUS)).isEqualByComparingTo("1");
    assertThat(tenantCapacity.others(GPUS)).isEqualByComparingTo("11");
    assertThat(tenantCapacity.pools())
        .extracting(p -> p.promisableUnits(GPUS))
        .containsExactly(4L, 0L);
  }

  private static Pod gpuPod(String namespace) {
    return PodBuilder.pod(namespace, "daemon").requests("nvidia.com/gpu", "1").on("a").build();
  }

  @Test
  void a_reserve_in_percent_is_rounded_up() {
    TenancyClusterBuilder tenancyClusterBuilder =
        new TenancyClusterBuilder().node("a", "A100", 8).node("b", "H100", 8);

    TenantCapacity tenantCapacity =
        TenantCapacity.of(
            tenancyClusterBuilder.build(), POLICY.withReserve(Map.of(GPU, Amount.parse("10%"))));

    assertThat(tenantCapacity.reserve(GPUS)).isEqualTo(2);
    assertThat(tenantCapacity.distributable(GPUS)).isEqualTo(14);
  }

  @Test
  void a_reserve_beyond_what_there_is_leaves_nothing() {
    TenantCapacity tenantCapacity =
        TenantCapacity.of(
            new TenancyClusterBuilder().node("a", "A100", 8).build(),
            POLICY.withReserve(Map.of(GPU, Amount.parse("9"))));

    assertThat(tenantCapacity.distributable(GPUS)).isZero();
  }

  @Test
  void without_pools_each_product_is_one() {
    TenancyClusterBuilder tenancyClusterBuilder =
        new TenancyClusterBuilder().node("a", "A100", 8).node("b", "H100", 8);

    assertThat(TenantCapacity.of(tenancyClusterBuilder.build(), POLICY).pools())
        .extracting(PoolCapacity::name)
        .containsExactly("A100", "H100");
  }

  @Test
  void a_resource_counts_in_its_pools_only() {
    TenancyClusterBuilder tenancyClusterBuilder =
        new TenancyClusterBuilder().node("a", "A100", 8).node("b", "H100", 4);
    DividedResource hoppers = new DividedResource(GPU, Quantity.of(1), List.of("H100"));

    TenantCapacity tenantCapacity =
        TenantCapacity.of(
            tenancyClusterBuilder.build(),
            POLICY.withPools(
                List.of(TenancyClusterBuilder.pool("A100"), TenancyClusterBuilder.pool("H100"))));

    assertThat(tenantCapacity.distributable(hoppers)).isEqualTo(4);
    assertThat(tenantCapacity.distributable(GPUS)).isEqualTo(12);
  }

  @Test
  void memory_is_given_in_whole_gibibytes() {
    DividedResource memory = DividedResource.of(ResourceName.MEMORY);

    assertThat(memory.unitsIn(Quantity.parse("1500Mi").toBigDecimal())).isEqualTo(1);
    assertThat(memory.unitsFor(Quantity.parse("1500Mi"))).isEqualTo(2);
    assertThat(memory.quantity(3)).hasToString("3Gi");
  }
}
