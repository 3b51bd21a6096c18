package dev.plimsoll.model.tenancy;

import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPU;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.GPUS;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.NOW;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuNode;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.gpuPolicy;
import static dev.plimsoll.model.tenancy.TenancyClusterBuilder.notReady;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantDemandsTest {
  private static final CapacityPolicy POLICY =
      gpuPolicy(Tenant.of("red", 1, "red", "red-dev"), Tenant.of("blue", 1, "blue"));

  @Test
  void a_tenants_demand_is_the_sum_of_its_namespaces() {
    Cluster cluster =
        nodes()
            .pod("red", "a", 2)
            .pod("red-dev", "a", 1)
            .pod("red-dev", "", 4)
            .pod("blue", "", 1)
            .build();

    TenantDemand red = demand(cluster, "red");

    assertThat(TenantDemand.sum(red.placed(), GPUS)).isEqualByComparingTo("3");
    assertThat(TenantDemand.sum(red.pending(), GPUS)).isEqualByComparingTo("4");
    assertThat(red.total(GPUS)).isEqualByComparingTo("7");
    assertThat(red.namespaces())
        .extracting(NamespaceDemand::namespace)
        .containsExactly("red", "red-dev");
    assertThat(TenantDemand.sum(red.namespaces().get(1).waiting(), GPUS)).isEqualByComparingTo("4");
    assertThat(red.reach()).containsEntry(GPU, Set.of("A100"));
    assertThat(demand(cluster, "blue").total(GPUS)).isEqualByComparingTo("1");
  }

  @Test
  void a_namespace_of_no_tenant_has_demand_of_its_own() {
    SortedMap<String, NamespaceDemand> demands = byNamespace(nodes().pod("other", "a", 2).build());

    assertThat(demands).containsOnlyKeys("other");
    assertThat(demands.values()).allSatisfy(d -> assertThat(d.tenant()).isEmpty());
  }

  @Test
  void what_no_node_could_take_is_no_demand_but_named() {
    Cluster cluster = nodes().pod("red", "", 9).pod("red", "", 8).build();

    TenantDemand red = demand(cluster, "red");

    assertThat(red.total(GPUS)).isEqualByComparingTo("8");
    assertThat(red.unservable())
        .singleElement()
        .satisfies(
            u -> {
              assertThat(u.object().name()).isEqualTo("p0");
              assertThat(u.pods()).isEqualTo(1);
              assertThat(u.each().getOrZero(GPU)).isEqualTo(Quantity.of(9));
            });
  }

  @Test
  void a_request_of_something_undivided_can_be_unservable_too() {
    Pod pod =
        PodBuilder.pod("red", "p").requests("nvidia.com/gpu", "1").requests("cpu", "65").build();

    assertThat(demand(nodes().add(pod).build(), "red").unservable()).hasSize(1);
  }

  @Test
  void what_only_nodes_could_take_that_are_not_well_stays_demand() {
    Cluster cluster =
        new TenancyClusterBuilder()
            .add(notReady(gpuNode("a", "A100", 8)))
            .pod("red", "", 8)
            .build();

    TenantDemand red = demand(cluster, "red");

    assertThat(red.unservable()).isEmpty();
    assertThat(red.total(GPUS)).isEqualByComparingTo("8");
  }

  @Test
  void nothing_is_unservable_where_no_nodes_were_read_or_a_device_class_serves() {
    Cluster unread = Cluster.builder(NOW).add(gpuPod("9")).build();
    assertThat(demand(unread, "red").unservable()).isEmpty();

    Cluster devices =
        nodes()
            .add(new DeviceClass(ObjectMeta.of("", "gpus"), List.of(), "nvidia.com/gpu"))
            .add(gpuPod("9"))
            .build();
    assertThat(demand(devices, "red").unservable()).isEmpty();
  }

  @Test
  void a_namespace_that_is_being_deleted_is_no_tenants_and_wants_nothing_more() {
    Cluster cluster = nodes().pod("red", "a", 2).pod("red", "", 4).add(terminating("red")).build();

    assertThat(TenantNamespaces.of(cluster, POLICY).tenantOf("red")).isEmpty();
    assertThat(demand(cluster, "red").total(GPUS)).isZero();
    assertThat(byNamespace(cluster))
        .containsOnlyKeys("red")
        .allSatisfy(
            (namespace, d) -> {
              assertThat(TenantDemand.sum(d.placed(), GPUS)).isEqualByComparingTo("2");
              assertThat(d.waiting()).isEmpty();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775807", "9E", "1e60"})
  void absurd_requests_break_nothing(String gpus) {
    TenancyClusterBuilder objects = nodes();
    for (int i = 0; i < 20; i++) {
      objects.add(PodBuilder.pod("red", "w" + i).requests("nvidia.com/gpu", gpus).build());
    }
    Cluster served =
        objects
            .add(new DeviceClass(ObjectMeta.of("", "gpus"), List.of(), "nvidia.com/gpu"))
            .build();

    assertThat(demand(served, "red").total(GPUS)).isEqualByComparingTo("1125899906842624");
    assertThat(Shares.of(served, demanding()).all())
        .extracting(s -> s.share().value())
        .containsExactly(0L, 8L);
  }

  @Test
  @Timeout(10)
  void absurd_replicas_break_nothing() {
    TenancyClusterBuilder objects = nodes();
    for (int i = 0; i < 20; i++) {
      objects.add(replicas("r" + i, Integer.MAX_VALUE));
    }
    Cluster cluster = objects.build();

    assertThat(demand(cluster, "red").total(GPUS)).isEqualByComparingTo("42949672940");
    assertThat(Shares.of(cluster, demanding()).all())
        .extracting(s -> s.share().value())
        .containsExactly(8L, 0L);
    assertThat(Workloads.of(cluster).templateOwners().mapToInt(o -> o.missingPods().size()).max())
        .hasValue(10_000);
  }

  private static CapacityPolicy demanding() {
    return POLICY.withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE));
  }

  private static Workload replicas(String name, int replicas) {
    return new Workload(
        ObjectMeta.of("red", name),
        GroupVersionKind.of("apps/v1", "ReplicaSet"),
        new GroupResource("apps", "replicasets"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.of("", ""),
                gpuPod("1").spec(),
                OptionalInt.of(replicas))),
        List.of(),
        false);
  }

  private static Pod gpuPod(String gpus) {
    return PodBuilder.pod("red", "p").requests("nvidia.com/gpu", gpus).build();
  }

  private static Namespace terminating(String name) {
    return new Namespace(
        ObjectMeta.builder().name(name).deletionTimestamp(Optional.of(NOW)).build());
  }

  private static TenancyClusterBuilder nodes() {
    return new TenancyClusterBuilder().node("a", "A100", 8);
  }

  private static TenantDemand demand(Cluster cluster, String tenant) {
    return TenantDemands.of(cluster, TenantCapacity.of(cluster, POLICY)).stream()
        .filter(d -> d.tenant().equals(tenant))
        .findFirst()
        .orElseThrow();
  }

  private static SortedMap<String, NamespaceDemand> byNamespace(Cluster cluster) {
    return NamespaceDemands.of(cluster, TenantCapacity.of(cluster, POLICY));
  }
}
