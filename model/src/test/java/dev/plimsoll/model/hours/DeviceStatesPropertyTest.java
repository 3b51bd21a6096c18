package dev.plimsoll.model.hours;

import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.device.DeviceUnits;
import dev.plimsoll.kubernetes.device.Fraction;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The laws of the states of devices, on drawn clusters. */
class DeviceStatesPropertyTest {
  private static final double NANOS = 1e9;

  @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
  void the_states_add_up_to_capacity(@ForAll long seed) {
    Random random = new Random(seed);
    Cluster cluster = cluster(new DrawnDevices(random).cluster());

    DeviceStates states = states(cluster, policies(random), reserved(random));

    assertThat(states.capacity()).isEqualTo(capacity(cluster));
    assertThat(states.amounts().values()).allMatch(amount -> amount.compareTo(Fraction.ZERO) > 0);
  }

  @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
  void no_device_is_wanted_twice(@ForAll long seed) {
    Random random = new Random(seed);
    Cluster cluster = cluster(new DrawnDevices(random).cluster());
    List<CapacityPolicy> policies = policies(random);
    Map<String, Long> free = new HashMap<>();
    DeviceRules rules = DeviceRules.of(cluster, policies);
    for (Node node : cluster.nodes()) {
      NodeDevices.of(cluster, node, rules)
          .forEach(d -> free.put(d.node() + d.resource(), d.free()));
    }

    Map<String, Long> taken = new HashMap<>();
    states(cluster, policies, reserved(random))
        .taken()
        .forEach(t -> taken.merge(t.node() + t.resource(), t.units(), Long::sum));

    taken.forEach((where, units) -> assertThat(units).isBetween(1L, free.get(where)));
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void a_pod_that_wants_nothing_changes_nothing(@ForAll long seed) {
    Random random = new Random(seed);
    List<ApiObject> objects = new DrawnDevices(random).cluster();
    List<CapacityPolicy> policies = policies(random);
    DeviceStates before = states(cluster(objects), policies, List.of());

    objects.add(pod("team-b", "idle").requests("cpu", "1").build());

    assertThat(states(cluster(objects), policies, List.of()).amounts()).isEqualTo(before.amounts());
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void the_sums_over_time_are_the_integral_of_capacity(@ForAll long seed) {
    Random random = new Random(seed);
    DrawnDevices drawn = new DrawnDevices(random);
    DeviceSeconds seconds = new DeviceSeconds();
    long now = random.nextInt(1000);
    double integral = 0;
    Cluster cluster = cluster(drawn.cluster());
    for (int step = 0; step < 12; step++) {
      put(seconds, cluster, policies(random), now);
      long next = now + (long) (random.nextDouble() * 3600 * NANOS);
      integral += capacity(cluster).toDouble() * (next - now) / NANOS;
      now = next;
      cluster = changed(cluster, drawn, step);
    }

    double sum = seconds.seconds(now).values().stream().mapToDouble(Double::doubleValue).sum();

    assertThat(sum).isCloseTo(integral, within(1e-9 * Math.max(1, integral)));
  }

  /**
   * A node joins or leaves, fails, is cordoned, or shares its devices otherwise; or a pod comes or
   * ends.
   */
  private static Cluster changed(Cluster cluster, DrawnDevices drawn, int step) {
    Random random = drawn.random();
    List<Node> nodes = List.copyOf(cluster.nodes());
    List<Pod> pods = List.copyOf(cluster.list(Pod.class));
    return switch (random.nextInt(4)) {
      case 0 -> cluster.with(drawn.drawNode("n" + random.nextInt(6)));
      case 1 -> nodes.isEmpty() ? cluster : cluster.without(nodes.get(0));
      case 2 -> pods.isEmpty() ? cluster : cluster.without(pods.get(0));
      default -> cluster.with(drawn.drawPod("s" + step).on("n" + random.nextInt(6)).build());
    };
  }

  private static void put(
      DeviceSeconds seconds, Cluster cluster, List<CapacityPolicy> policies, long now) {
    DeviceRules rules = DeviceRules.of(cluster, policies);
    List<TakenUnits> taken = states(cluster, policies, List.of()).taken();
    TreeSet<String> names = new TreeSet<>(seconds.nodes());
    cluster.nodes().forEach(n -> names.add(n.name()));
    for (String name : names) {
      seconds.put(name, NodeDevices.of(cluster, name, rules, taken), now);
    }
  }

  private static Cluster cluster(List<ApiObject> objects) {
    return ClusterFixture.cluster(objects.toArray(ApiObject[]::new));
  }

  private static List<CapacityPolicy> policies(Random random) {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
            "p",
            List.of(Tenant.of("red", 1, "team-a")),
            List.of(DividedResource.of(DrawnDevices.GPU)));
    return random.nextBoolean()
        ? List.of()
        : List.of(
            policy.withReserve(
                Map.of(DrawnDevices.GPU, new Amount.Absolute(Quantity.of(random.nextInt(6))))));
  }

  private static List<TakenUnits> reserved(Random random) {
    List<TakenUnits> reserved = new ArrayList<>();
    if (random.nextBoolean()) {
      DeviceUser user = new DeviceUser(DeviceState.RESERVED, "red", "team-a");
      reserved.add(new TakenUnits("n0", DrawnDevices.GPU, user, random.nextInt(9)));
    }
    return reserved;
  }

  private static DeviceStates states(
      Cluster cluster, List<CapacityPolicy> policies, List<TakenUnits> reserved) {
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    return DeviceStates.of(
        new DetectionContext(simulation, ""),
        DeviceRules.of(cluster, policies),
        policies,
        reserved);
  }

  private static Fraction capacity(Cluster cluster) {
    Fraction capacity = Fraction.ZERO;
    for (Node node : cluster.nodes()) {
      for (ResourceName name : node.capacity().names()) {
        if (name.isExtended()) {
          capacity =
              capacity.plus(
                  DeviceUnits.of(node, name).devices(node.capacity().getOrZero(name).value()));
        }
      }
    }
    return capacity;
  }
}
