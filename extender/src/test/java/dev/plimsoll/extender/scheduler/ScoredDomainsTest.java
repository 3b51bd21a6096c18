package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.topology.TopologyLevel;
import dev.plimsoll.model.topology.TopologyLevels;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScoredDomainsTest {
  private static final List<String> NAMES = List.of("n0", "n1", "n2", "elsewhere");
  private static final CapacityPolicy PLAIN =
      ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.NEVER);
  private static final CapacityPolicy RACKS =
      PLAIN.withTopology(new TopologyLevels(List.of(new TopologyLevel("rack", "rack"))));

  private final ScoredDomains domains = new ScoredDomains();

  private static Node node(String name, String rack) {
    return NodeBuilder.node(name).has("nvidia.com/gpu", "8").label("rack", rack).build();
  }

  private static Cluster cluster() {
    return ExtenderFixtures.cluster()
        .add(node("n0", "b"))
        .add(node("n1", "a"))
        .add(node("n2", "a"))
        .build();
  }

  private static Decisions decisions(Cluster cluster, CapacityPolicy policy) {
    return new Decisions(cluster, ExtenderSettings.DEFAULT.withPolicies(List.of(policy)), () -> 0);
  }

  private List<Long> ranks(Decisions decisions) {
    List<NodeHeadroom> nodes =
        Stream.of(0, 1, 2, 3).map(i -> new NodeHeadroom(8, 8, 0, 0, i)).toList();
    return domains.rank(decisions.look(), NAMES, nodes).stream().map(NodeHeadroom::domain).toList();
  }

  @Test
  void nodes_have_the_ranks_of_their_racks_if_a_policy_names_levels() {
    assertThat(ranks(decisions(cluster(), RACKS))).containsExactly(500L, 1000L, 1000L, 0L);
  }

  @Test
  void without_levels_of_a_policy_no_rack_counts() {
    assertThat(ranks(decisions(cluster(), PLAIN))).containsOnly(0L);
  }

  @Test
  void a_node_that_moves_to_another_rack_gets_another_rank() {
    Cluster before = cluster();
    Decisions decisions = decisions(before, RACKS);
    assertThat(ranks(decisions)).startsWith(500L);

    Node moved = node("n0", "a");
    decisions.changed(
        List.of(new ObjectChange(Optional.of(node("n0", "b")), Optional.of(moved))),
        before.with(moved));

    assertThat(ranks(decisions)).startsWith(1000L);
  }
}
