package dev.plimsoll.model.hours;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage.PodName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.hold.PolicyHolds;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DeviceStatesTest {
  private static final CapacityPolicy POLICY =
      CapacityPolicy.proportional(
          "p",
          List.of(Tenant.of("red", 1, "team-a"), Tenant.of("blue", 1, "team-b")),
          List.of(DividedResource.of(DrawnDevices.GPU)));

  @Test
  void devices_of_running_pods_are_allocated_and_the_rest_is_free() {
    assertThat(states(gpus("n", 8), gpu("p", 3).on("n").build()))
        .isEqualTo("allocated team-a 3, free 5");
  }

  @Test
  void devices_that_are_not_allocatable_are_broken_even_if_pods_request_them() {
    ApiObject node = failed(gpus("n", 8), 6);

    assertThat(states(node, gpu("p", 8).on("n").build())).isEqualTo("broken 2, allocated team-a 6");
  }

  @Test
  void free_devices_of_a_cordoned_node_are_withheld() {
    assertThat(states(node("n").has("nvidia.com/gpu", "8").has("cpu", "64").cordoned().build()))
        .isEqualTo("withheld 8");
  }

  @Test
  void a_time_sliced_node_counts_its_devices_and_not_their_units() {
    ApiObject node =
        node("n").has("nvidia.com/gpu", "16").label("nvidia.com/gpu.replicas", "4").build();

    assertThat(states(node, gpu("p", 2).on("n").build()))
        .isEqualTo("allocated team-a 1/2, free 7/2");
  }

  @Test
  void devices_that_a_denied_pod_would_get_are_wanted_by_quota() {
    assertThat(
            states(
                gpus("n", 8),
                quota("team-a", "q")
                    .status("requests.nvidia.com/gpu=2", "requests.nvidia.com/gpu=0")
                    .build(),
                DrawnDevices.owner("w", gpu("t", 2), 3)))
        .isEqualTo("quota team-a 4, other team-a 2, free 2");
  }

  /** Most templates set limits only: the API server sets the requests of each pod. */
  @Test
  void a_template_with_limits_only_wants_what_its_pods_would_request() {
    assertThat(
            states(
                gpus("n", 8),
                quota("team-a", "q")
                    .status("requests.nvidia.com/gpu=2", "requests.nvidia.com/gpu=0")
                    .build(),
                DrawnDevices.owner("w", pod("t").limits("nvidia.com/gpu=2"), 3)))
        .isEqualTo("quota team-a 4, other team-a 2, free 2");
  }

  @Test
  void a_denied_pod_that_no_node_would_take_wants_by_its_placement() {
    assertThat(
            states(
                gpus("m", 4),
                gpus("n", 4),
                quota("team-a", "q")
                    .status("requests.nvidia.com/gpu=2", "requests.nvidia.com/gpu=0")
                    .build(),
                DrawnDevices.owner("w", gpu("t", 8), 1)))
        .isEqualTo("fragmented team-a 8");
  }

  @Test
  void less_than_a_pod_needs_in_all_is_wanted_by_another_cause() {
    assertThat(states(gpus("n", 3), gpu("p", 8).build())).isEqualTo("other team-a 3");
  }

  @Test
  void devices_beside_too_little_cpu_are_fragmented() {
    assertThat(
            states(
                node("n").has("nvidia.com/gpu", "8").has("cpu", "2").build(),
                gpu("p", 4).requests("cpu", "3").build()))
        .isEqualTo("fragmented team-a 4, free 4");
  }

  @Test
  void devices_that_no_selector_allows_are_wanted_by_constraints() {
    assertThat(states(gpus("n", 8), gpu("p", 2).nodeSelector("zone", "b").build()))
        .isEqualTo("constraints team-a 2, free 6");
  }

  @Test
  void a_pod_wants_nothing_of_nodes_it_may_not_use_while_those_it_may_use_are_full() {
    assertThat(
            states(
                node("a").has("nvidia.com/gpu", "2").has("cpu", "64").label("zone", "a").build(),
                node("b").has("nvidia.com/gpu", "8").has("cpu", "64").label("zone", "b").build(),
                gpu("full", 2).on("a").build(),
                gpu("p", 2).nodeSelector("zone", "a").build()))
        .isEqualTo("allocated team-a 2, free 8");
  }

  @Test
  void a_gated_pod_wants_the_devices_it_would_get() {
    assertThat(
            states(
                gpus("n", 8),
                gpu("p", 2).spec(s -> s.schedulingGates(List.of("example.com/wait"))).build()))
        .isEqualTo("gated team-a 2, free 6");
  }

  @Test
  void the_largest_need_comes_first_and_each_device_is_wanted_once() {
    assertThat(
            states(
                gpus("n", 4),
                gpu("small", 2).build(),
                gpu("large", 4).spec(s -> s.schedulingGates(List.of("x.io/wait"))).build()))
        .isEqualTo("gated team-a 4");
  }

  @Test
  void a_pod_beyond_its_share_wants_by_share() {
    CapacityPolicy holding =
        POLICY.withEnforcement(
            new Enforcement(
                Enforcement.NONE.admission(),
                Enforcement.PlacementMode.HOLD,
                Enforcement.BorrowingMode.NEVER));
    Cluster cluster =
        ClusterFixture.cluster(
            gpus("n", 8), gpu("running", 4).on("n").build(), gpu("held", 2).build());

    assertThat(states(cluster, holding)).isEqualTo("allocated red 4, share red 2, free 2");
  }

  @Test
  void a_policys_reserve_comes_before_wants() {
    CapacityPolicy policy =
        POLICY.withReserve(Map.of(DrawnDevices.GPU, new Amount.Absolute(Quantity.of(3))));
    Cluster cluster = ClusterFixture.cluster(gpus("n", 4), gpu("p", 4).build());

    assertThat(states(cluster, policy)).isEqualTo("reserved 3, other red 1");
  }

  @Test
  void devices_that_unread_pods_may_hold_are_unknown() {
    Cluster cluster =
        ClusterFixture.cluster(gpus("n", 8), gpu("p", 2).on("n").build())
            .withCoverage(Pod.RESOURCE, Coverage.NONE);

    assertThat(states(cluster)).isEqualTo("allocated team-a 2, unknown 6");
  }

  @Test
  void measured_use_makes_devices_busy_or_idle() {
    Cluster cluster =
        ClusterFixture.cluster(
            gpus("n", 8), started("busy", 2), started("idle", 3), started("unmeasured", 1));

    assertThat(states(cluster.withUsage(usage(cluster.asOf(), 2, 3))))
        .isEqualTo("busy team-a 2, idle team-a 3, allocated team-a 1, free 2");
  }

  /** A missing or old series is not 0: nothing is said of a pod unless all its devices are seen. */
  @Test
  void pods_whose_series_are_missing_or_old_are_just_allocated() {
    Cluster cluster = ClusterFixture.cluster(gpus("n", 8), started("busy", 2), started("idle", 3));

    assertThat(states(cluster.withUsage(usage(cluster.asOf(), 1, 2))))
        .isEqualTo("allocated team-a 5, free 3");
    Instant old = cluster.asOf().minus(Duration.ofMinutes(6));
    assertThat(states(cluster.withUsage(usage(old, 2, 3)))).isEqualTo("allocated team-a 5, free 3");
  }

  /** Between two phases, or young: neither is known. */
  @Test
  void a_pod_that_is_unused_for_a_short_time_is_neither_busy_nor_idle() {
    Cluster cluster = ClusterFixture.cluster(gpus("n", 8), started("idle", 3));
    Instant now = cluster.asOf();
    DeviceUsage quiet =
        new DeviceUsage(Optional.of(now.minus(Duration.ofHours(1))), 3, now, 500, 0);
    MeasuredUsage usage =
        new MeasuredUsage(IdleRule.DEFAULT, Map.of(new PodName("team-a", "idle"), quiet));

    assertThat(states(cluster.withUsage(usage))).isEqualTo("allocated team-a 3, free 5");
  }

  /** A network adapter beside the GPUs has no series of use. */
  @Test
  void resources_without_series_are_just_allocated() {
    ApiObject node =
        node("n").has("nvidia.com/gpu", "2").has("rdma/hca", "1").has("cpu", "64").build();
    Instant start = ClusterFixture.NOW.minus(Duration.ofHours(9));
    String both = "nvidia.com/gpu=2,rdma/hca=1";
    ApiObject pod =
        pod("busy")
            .requests(both)
            .limits(both)
            .on("n")
            .status(s -> s.startTime(Optional.of(start)))
            .build();
    Cluster cluster = ClusterFixture.cluster(node, pod);

    assertThat(states(cluster.withUsage(usage(cluster.asOf(), 2, 0))))
        .isEqualTo("busy team-a 2, allocated team-a 1");
  }

  private static ApiObject started(String name, int units) {
    Instant start = ClusterFixture.NOW.minus(Duration.ofHours(9));
    return gpu(name, units).on("n").status(s -> s.startTime(Optional.of(start))).build();
  }

  /** The usage of two pods by series of as many devices. */
  private static MeasuredUsage usage(Instant last, int ofBusy, int ofIdle) {
    return new MeasuredUsage(
        IdleRule.DEFAULT,
        Map.of(
            new PodName("team-a", "busy"),
            new DeviceUsage(Optional.empty(), ofBusy, last, 500, 0),
            new PodName("team-a", "idle"),
            new DeviceUsage(Optional.of(last.minus(Duration.ofHours(5))), ofIdle, last, 500, 0)));
  }

  private static ApiObject gpus(String name, int units) {
    return node(name).has("nvidia.com/gpu", String.valueOf(units)).has("cpu", "64").build();
  }

  private static ApiObject failed(ApiObject node, int allocatable) {
    Node whole = (Node) node;
    return new Node(
        whole.metadata(),
        whole.unschedulable(),
        whole.taints(),
        whole.capacity(),
        whole.allocatable().with(DrawnDevices.GPU, Quantity.of(allocatable)),
        whole.conditions());
  }

  private static PodBuilder gpu(String name, int units) {
    return pod(name).requests("nvidia.com/gpu=" + units).limits("nvidia.com/gpu=" + units);
  }

  private static String states(ApiObject... objects) {
    return states(ClusterFixture.cluster(objects));
  }

  private static String states(Cluster cluster, CapacityPolicy... policies) {
    List<CapacityPolicy> all = List.of(policies);
    Simulation simulation = simulation(cluster);
    return text(
        DeviceStates.of(
            new DetectionContext(
                simulation, "", PolicyHolds.of(cluster, all, DefaultPlugins.scheduler())),
            DeviceRules.of(cluster, all),
            all,
            List.of()));
  }

  private static Simulation simulation(Cluster cluster) {
    return Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static String text(DeviceStates states) {
    return states.amounts().entrySet().stream()
        .map(
            e ->
                (e.getKey().user().state().label() + " " + e.getKey().user().tenant()).strip()
                    + " "
                    + e.getValue())
        .collect(Collectors.joining(", "));
  }
}
