package dev.plimsoll.extender.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class NodeUsagePropertyTest {
  private static final List<Node> NODES =
      List.of(ExtenderFixtures.node("a", 4), ExtenderFixtures.node("b", 4));

  private static Pod pod(int number) {
    return ExtenderFixtures.pod("team", "p" + number, number, NODES.get(number % 2).name());
  }

  /** Each number creates the pod of that number, or deletes it if it is there. */
  @Property
  void what_is_free_change_by_change_is_what_is_free_when_counted_anew(
      @ForAll List<@IntRange(max = 9) Integer> changes) {
    Cluster cluster = ExtenderFixtures.cluster().build();
    NodeUsage usage = NodeUsage.of(cluster);
    for (Node node : NODES) {
      cluster = cluster.with(node);
      usage = usage.changed(Optional.empty(), Optional.of(node));
    }
    for (int number : changes) {
      Pod pod = pod(number);
      Optional<Pod> before = cluster.find(Pod.class, pod.namespace(), pod.name());
      Optional<Pod> after = before.isPresent() ? Optional.empty() : Optional.of(pod);
      usage = usage.changed(before, after);
      cluster = before.isPresent() ? cluster.without(pod) : cluster.with(pod);
    }
    for (Node node : NODES) {
      assertThat(usage.of(node.name()).capacity().free().removeZeros())
          .isEqualTo(NodeCapacity.of(cluster, node).free().removeZeros());
    }
  }
}
