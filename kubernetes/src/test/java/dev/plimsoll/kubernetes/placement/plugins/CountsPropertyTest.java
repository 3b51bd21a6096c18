package dev.plimsoll.kubernetes.placement.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Counts changed pod by pod, as in a dry run of preemption, equal counts of the result. */
class CountsPropertyTest {
  private static final List<String> KEYS = List.of("zone", "rack");
  private static final List<NodeInfo> NODES =
      ClusterFixture.of(
              NodeBuilder.node("a").label("zone", "east").label("rack", "1"),
              NodeBuilder.node("b").label("zone", "west").label("rack", "1"),
              NodeBuilder.node("c").label("zone", "west"),
              NodeBuilder.node("d"))
          .snapshot()
          .nodes();

  @Property(tries = 300)
  void of_affinity(
      @ForAll @Size(max = 5) List<@IntRange(max = 7) Integer> before,
      @ForAll @Size(max = 5) List<@IntRange(max = 7) Integer> added) {
    TopologyCounts.Builder fresh = builder(before);
    TopologyCounts changed = builder(before).build();
    for (int pod : added) {
      fresh.add(node(pod), key(pod));
      changed = changed.changed(node(pod), key(pod), 1);
    }
    assertAlike(changed, fresh.build());

    for (int pod : added) {
      changed = changed.changed(node(pod), key(pod), -1);
    }
    for (int pod : before) {
      assertAlike(changed, builder(before).build());
      changed = changed.changed(node(pod), key(pod), -1);
      changed = changed.changed(node(pod), key(pod), 1);
    }
    for (int pod : before) {
      changed = changed.changed(node(pod), key(pod), -1);
    }
    assertAlike(changed, builder(List.of()).build());
  }

  private static TopologyCounts.Builder builder(List<Integer> pods) {
    TopologyCounts.Builder builder = new TopologyCounts.Builder();
    pods.forEach(pod -> builder.add(node(pod), key(pod)));
    return builder;
  }

  private static void assertAlike(TopologyCounts counts, TopologyCounts fresh) {
    assertThat(counts.isEmpty()).isEqualTo(fresh.isEmpty());
    for (NodeInfo node : NODES) {
      assertThat(counts.anyAt(node)).isEqualTo(fresh.anyAt(node));
      for (String key : KEYS) {
        assertThat(counts.at(node, key)).isEqualTo(fresh.at(node, key));
      }
    }
  }

  private static NodeInfo node(int pod) {
    return NODES.get(pod / 2);
  }

  private static String key(int pod) {
    return KEYS.get(pod % 2);
  }

  @Property(tries = 300)
  void of_spreading(
      @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 3) Integer> pods,
      @ForAll @Size(max = 4) List<@IntRange(max = 15) Integer> changes,
      @ForAll @IntRange(min = 1, max = 4) int minDomains) {
    SpreadConstraint constraint =
        new SpreadConstraint(1, "zone", Optional.empty(), minDomains, n -> true);
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < pods.size(); i++) {
      counts.put("zone-" + i, pods.get(i));
    }
    SpreadCounts changed = SpreadCounts.of(constraint, Map.copyOf(counts));
    for (int change : changes) {
      String domain = "zone-" + change / 2 % pods.size();
      int by = change % 2 == 0 ? 1 : -1;
      counts.merge(domain, by, Integer::sum);
      changed = changed.changed(domain, by);

      int fewest = counts.values().stream().mapToInt(n -> n).min().orElseThrow();
      assertThat(changed.minimum()).isEqualTo(counts.size() < minDomains ? 0 : fewest);
      SpreadCounts settled = changed;
      counts.forEach((d, n) -> assertThat(settled.in(d)).isEqualTo(n));
    }
  }
}
