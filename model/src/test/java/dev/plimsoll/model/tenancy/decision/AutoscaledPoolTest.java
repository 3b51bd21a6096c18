package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.tenancy.PoolAutoscaling;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool that an autoscaler keeps at up to four nodes of eight GPUs. */
class AutoscaledPoolTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");
  private static final LabelSelector SELECTOR = new LabelSelector(Map.of("pool", "gpu"), List.of());
  private static final CapacityPolicy POLICY = policy(Map.of("zone", "a"), List.of());

  private State state = State.NONE;

  private static CapacityPolicy policy(Map<String, String> labels, List<Taint> taints) {
    return CapacityPolicy.proportional(
            "p",
            List.of(Tenant.of("red", 1, "red"), Tenant.of("blue", 1, "blue")),
            List.of(DividedResource.of(GPU)))
        .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE))
        .withPools(
            List.of(
                new NodePool(
                    "gpu",
                    SELECTOR,
                    Optional.of(
                        new PoolAutoscaling(
                            4, Resources.of(GPU, Quantity.of(8)), labels, taints)))));
  }

  private static NodeBuilder node(int number) {
    return NodeBuilder.node("n" + number)
        .label("pool", "gpu")
        .label("zone", "a")
        .has(GPU.name(), "8")
        .has("cpu", "64")
        .has("pods", "110");
  }

  @Test
  void a_pool_without_nodes_is_divided_as_far_as_the_autoscaler_may_grow_it() {
    assertThat(unitsAt(0)).isEqualTo(32);
  }

  @Test
  void the_capacity_stays_while_nodes_come_and_go() {
    assertThat(unitsAt(0, node(1), node(2))).isEqualTo(32);
    assertThat(unitsAt(5, node(1), node(2), node(3), node(4))).isEqualTo(32);
    assertThat(unitsAt(6, node(1))).isEqualTo(32);
    assertThat(unitsAt(7)).isEqualTo(32);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ToBeDeletedByClusterAutoscaler",
        "karpenter.sh/disrupted",
        "karpenter.sh/unregistered",
        "node.kubernetes.io/unreachable",
        "node.cilium.io/agent-not-ready"
      })
  void a_node_that_starts_goes_or_is_lost_leaves_the_capacity_as_it_is(String taint) {
    assertThat(unitsAt(0, node(1), node(2), node(3), node(4))).isEqualTo(32);
    assertThat(unitsAt(5, node(1), node(2), node(3), node(4).taint(taint, "", "NoSchedule")))
        .isEqualTo(32);
    assertThat(unitsAt(90, node(1), node(2), node(3), node(4).taint(taint, "", "NoSchedule")))
        .isEqualTo(32);
  }

  /** The device plugin of a new node registers its GPUs minutes after the node is ready. */
  @Test
  void a_ready_node_without_its_devices_has_yet_to_come() {
    assertThat(unitsAt(0, node(1), node(2), node(3), node(4).has(GPU.name(), "0"))).isEqualTo(32);
  }

  @Test
  void a_cordoned_node_does_not_count_since_the_autoscaler_adds_none_instead() {
    assertThat(unitsAt(0, node(1), node(2), node(3).cordoned())).isEqualTo(24);
  }

  @Test
  void larger_and_further_nodes_count_as_they_are() {
    assertThat(unitsAt(0, node(1).has(GPU.name(), "16"))).isEqualTo(40);
    assertThat(unitsAt(1, node(1), node(2), node(3), node(4), node(5))).isEqualTo(40);
  }

  @Property(tries = 200)
  @Label("what is divided is what the existing nodes have, and the nodes that are missing")
  void divided_is_existing_and_missing(
      @ForAll @Size(min = 1, max = 6)
          List<@Size(max = 7) List<@IntRange(max = 4) Integer>> rounds) {
    state = State.NONE;
    int minute = 0;
    for (List<Integer> kinds : rounds) {
      List<NodeBuilder> nodes = new ArrayList<>();
      int there = 0;
      long available = 0;
      for (int kind : kinds) {
        NodeBuilder node = node(nodes.size());
        nodes.add(
            switch (kind) {
              case 0 -> node.cordoned();
              case 1 -> node.taint("karpenter.sh/disrupted", "", "NoSchedule");
              case 2 -> node.condition("Ready", "False", "2026-01-05T12:00:00Z");
              default -> node;
            });
        there += kind == 0 || kind > 2 ? 1 : 0;
        available += kind > 2 ? 8 : 0;
      }
      assertThat(unitsAt(minute += 3, nodes.toArray(NodeBuilder[]::new)))
          .isEqualTo(available + 8L * Math.max(0, 4 - there));
    }
  }

  @Test
  void pods_that_only_a_new_node_takes_are_demand() {
    Cluster cluster =
        cluster(0)
            .add(waiting("selects", "8").nodeSelector("zone", "a").build())
            .add(waiting("elsewhere", "8").nodeSelector("zone", "b").build())
            .add(waiting("larger", "9").build())
            .build();

    assertThat(Shares.of(cluster, POLICY).of("red", GPU).orElseThrow().wanted())
        .isEqualTo(Quantity.of(8));
  }

  @Test
  void pods_that_do_not_tolerate_the_taints_of_new_nodes_are_no_demand() {
    CapacityPolicy tainted =
        policy(Map.of("zone", "a"), List.of(new Taint("dedicated", "ml", "NoSchedule")));
    Cluster cluster = cluster(0).add(waiting("p", "8").build()).build();

    assertThat(Shares.of(cluster, tainted).of("red", GPU).orElseThrow().wanted())
        .isEqualTo(Quantity.ZERO);
  }

  private static PodBuilder waiting(String name, String gpus) {
    return PodBuilder.pod("red", name).requests("nvidia.com/gpu=" + gpus + ",cpu=4");
  }

  private static ClusterBuilder cluster(int minute) {
    ClusterBuilder cluster = Cluster.builder(NOON.plus(Duration.ofMinutes(minute)));
    cluster.listed(Node.RESOURCE);
    cluster.listed(Pod.RESOURCE);
    cluster.add(new Namespace(ObjectMeta.of("", "red")));
    cluster.add(new Namespace(ObjectMeta.of("", "blue")));
    return cluster;
  }

  private long unitsAt(int minute, NodeBuilder... nodes) {
    ClusterBuilder cluster = cluster(minute);
    for (NodeBuilder node : nodes) {
      cluster.add(node.build());
    }
    Simulation simulation =
        Simulation.of(cluster.build(), AdmissionChain.standard(), DefaultPlugins.scheduler());
    CeilingPlan plan =
        Decider.decide(ClusterObservation.of(simulation, POLICY, UsageHistory.NONE, false), state);
    state = plan.state();
    return plan.resources().get(0).capacity().divided();
  }
}
