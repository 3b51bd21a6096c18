package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Eight nodes of eight GPUs, some of which change. */
class NodeLossTest {
  private static final String GPU = "nvidia.com/gpu";
  private static final String PRODUCT = "nvidia.com/gpu.product";
  private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");
  private static final CapacityPolicy POLICY =
      CapacityPolicy.proportional(
              "p",
              List.of(Tenant.of("red", 1, "red"), Tenant.of("blue", 1, "blue")),
              List.of(DividedResource.of(ResourceName.of(GPU))))
          .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE));

  private State state = State.NONE;

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 8})
  void a_node_that_gets_another_product_counts_once(int changed) {
    assertThat(unitsAt(0, 8, changed, n -> n)).isEqualTo(64);

    assertThat(unitsAt(5, 8, changed, n -> n.label(PRODUCT, "B"))).isEqualTo(64);
    assertThat(unitsAt(20, 8, changed, n -> n.label(PRODUCT, "B"))).isEqualTo(64);
  }

  @Test
  void a_node_that_is_tainted_for_somebody_and_deleted_then_counts_once() {
    unitsAt(0, 8, 1, n -> n);

    assertThat(unitsAt(5, 8, 1, n -> n.taint("team", "red", "NoSchedule"))).isEqualTo(64);
    assertThat(unitsAt(6, 7, 0, n -> n)).isEqualTo(64);
    assertThat(unitsAt(16, 7, 0, n -> n)).isEqualTo(56);
  }

  @Test
  void a_node_that_leaves_every_pool_is_not_lost() {
    CapacityPolicy pools =
        POLICY.withPools(
            List.of(new NodePool("a", new LabelSelector(Map.of(PRODUCT, "A"), List.of()))));
    assertThat(unitsAt(pools, 0, 8, 2, n -> n)).isEqualTo(64);

    assertThat(unitsAt(pools, 5, 8, 2, n -> n.label(PRODUCT, "B"))).isEqualTo(48);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ToBeDeletedByClusterAutoscaler",
        "karpenter.sh/disrupted",
        "karpenter.sh/disruption",
        "node.kubernetes.io/out-of-service",
        "cloud.google.com/impending-node-termination",
        "aws-node-termination-handler/spot-itn"
      })
  void a_node_that_is_going_counts_no_longer(String taint) {
    unitsAt(0, 8, 2, n -> n);

    assertThat(unitsAt(5, 8, 2, n -> n.taint(taint, "", "NoSchedule"))).isEqualTo(48);
    assertThat(unitsAt(6, 6, 0, n -> n)).isEqualTo(48);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node.kubernetes.io/memory-pressure",
        "node.kubernetes.io/disk-pressure",
        "node.kubernetes.io/pid-pressure",
        "node.kubernetes.io/network-unavailable",
        "node.kubernetes.io/unreachable",
        "node.cloudprovider.kubernetes.io/shutdown",
        "node.cloudprovider.kubernetes.io/uninitialized",
        "node.cilium.io/agent-not-ready"
      })
  void a_node_that_may_be_back_soon_counts_for_the_grace_period(String taint) {
    unitsAt(0, 8, 1, n -> n);

    assertThat(unitsAt(5, 8, 1, n -> n.taint(taint, "", "NoSchedule"))).isEqualTo(64);
    assertThat(unitsAt(14, 8, 1, n -> n.taint(taint, "", "NoSchedule"))).isEqualTo(64);
    assertThat(unitsAt(15, 8, 1, n -> n.taint(taint, "", "NoSchedule"))).isEqualTo(56);
    assertThat(unitsAt(16, 8, 1, n -> n)).isEqualTo(64);
  }

  @Test
  void pressure_on_all_nodes_for_one_decision_cuts_nothing() {
    unitsAt(0, 8, 8, n -> n);

    assertThat(unitsAt(5, 8, 8, n -> n.taint("node.kubernetes.io/disk-pressure", "", "NoSchedule")))
        .isEqualTo(64);
    assertThat(unitsAt(10, 8, 8, n -> n)).isEqualTo(64);
  }

  @Test
  void pressure_counts_since_its_condition_says() {
    assertThat(
            unitsAt(
                0,
                8,
                1,
                n ->
                    n.taint("node.kubernetes.io/disk-pressure", "", "NoSchedule")
                        .condition("DiskPressure", "True", "2026-01-05T09:00:00Z")))
        .isEqualTo(56);
  }

  @Test
  void a_node_that_does_not_say_since_when_it_is_not_ready_counts_for_the_grace_period() {
    unitsAt(0, 8, 1, n -> n);

    assertThat(unitsAt(5, 8, 1, n -> n.condition("Ready", "Unknown", ""))).isEqualTo(64);
    assertThat(unitsAt(15, 8, 1, n -> n.condition("Ready", "Unknown", ""))).isEqualTo(56);
  }

  @Test
  void a_node_that_was_not_ready_for_long_counts_no_more_when_it_is_deleted() {
    unitsAt(0, 8, 1, n -> n);
    assertThat(unitsAt(60, 8, 1, n -> n.condition("Ready", "False", "2026-01-05T12:01:00Z")))
        .isEqualTo(56);

    assertThat(unitsAt(65, 7, 0, n -> n)).isEqualTo(56);
  }

  @Test
  void a_new_node_that_has_not_begun_to_take_pods_does_not_count() {
    unitsAt(0, 7, 0, n -> n);

    assertThat(
            unitsAt(
                5,
                8,
                1,
                n -> n.taint("node.cloudprovider.kubernetes.io/uninitialized", "", "NoSchedule")))
        .isEqualTo(56);
    assertThat(unitsAt(6, 8, 1, n -> n)).isEqualTo(64);
  }

  /** Cluster Autoscaler's new nodes were not ready for 20 s, by a condition with a time. */
  @ParameterizedTest
  @ValueSource(strings = {"False", "Unknown"})
  void a_new_node_that_says_since_when_it_is_not_ready_does_not_count(String ready) {
    unitsAt(0, 7, 0, n -> n);

    assertThat(unitsAt(5, 8, 1, n -> n.condition("Ready", ready, "2026-01-05T12:04:00Z")))
        .isEqualTo(56);
    assertThat(unitsAt(6, 8, 1, n -> n.condition("Ready", ready, "2026-01-05T12:04:00Z")))
        .isEqualTo(56);
    assertThat(unitsAt(7, 8, 1, n -> n)).isEqualTo(64);
  }

  @Test
  void the_first_decision_counts_no_node_that_has_not_been_ready() {
    assertThat(
            unitsAt(
                0,
                8,
                4,
                n ->
                    n.created("2026-01-05T11:59:00Z")
                        .condition("Ready", "False", "2026-01-05T11:59:00Z")))
        .isEqualTo(32);
    state = State.NONE;
    assertThat(
            unitsAt(
                0,
                8,
                4,
                n ->
                    n.created("2026-01-05T11:00:00Z")
                        .condition("Ready", "False", "2026-01-05T11:59:00Z")))
        .isEqualTo(64);
  }

  /** Returns what is divided at a minute of so many nodes, of which the first ones are changed. */
  private long unitsAt(int minute, int nodes, int changed, UnaryOperator<NodeBuilder> change) {
    return unitsAt(POLICY, minute, nodes, changed, change);
  }

  private long unitsAt(
      CapacityPolicy policy,
      int minute,
      int nodes,
      int changed,
      UnaryOperator<NodeBuilder> change) {
    ClusterBuilder cluster = Cluster.builder(NOON.plus(Duration.ofMinutes(minute)));
    cluster.listed(Pod.RESOURCE);
    cluster.add(new Namespace(ObjectMeta.of("", "red")));
    cluster.add(new Namespace(ObjectMeta.of("", "blue")));
    IntStream.range(0, nodes)
        .mapToObj(i -> NodeBuilder.node("n" + (8 - nodes + i)).has(GPU, "8").label(PRODUCT, "A"))
        .limit(changed)
        .forEach(n -> cluster.add(change.apply(n).build()));
    IntStream.range(changed, nodes)
        .mapToObj(i -> NodeBuilder.node("n" + (8 - nodes + i)).has(GPU, "8").label(PRODUCT, "A"))
        .forEach(n -> cluster.add(n.build()));
    Simulation simulation =
        Simulation.of(cluster.build(), AdmissionChain.standard(), DefaultPlugins.scheduler());
    CeilingPlan plan =
        Decider.decide(ClusterObservation.of(simulation, policy, UsageHistory.NONE, false), state);
    state = plan.state();
    return plan.resources().get(0).capacity().divided();
  }
}
