package dev.plimsoll.kubernetes.placement.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class GangPlacementPropertyTest {

  private static Snapshot nodes(List<Integer> gpus) {
    ClusterBuilder cluster = Cluster.builder(Instant.EPOCH).complete();
    for (int i = 0; i < gpus.size(); i++) {
      cluster.add(
          NodeBuilder.node("n" + i)
              .has("cpu", "64")
              .has("nvidia.com/gpu", "" + gpus.get(i))
              .build());
    }
    return Snapshot.of(cluster.build());
  }

  private static Pod pod(int number, int gpus) {
    return PodBuilder.pod("team", "p" + number)
        .requests("nvidia.com/gpu=" + gpus)
        .limits("nvidia.com/gpu=" + gpus)
        .build();
  }

  private static Optional<Map<String, String>> find(List<Integer> nodes, List<Integer> pods) {
    List<Pod> gang = new ArrayList<>();
    for (int i = 0; i < pods.size(); i++) {
      gang.add(pod(i, pods.get(i)));
    }
    return GangPlacement.find(DefaultPlugins.scheduler(), nodes(nodes), gang);
  }

  @Property(tries = 300)
  void what_is_found_fits_on_every_node(
      @ForAll @Size(min = 1, max = 5) List<@IntRange(max = 8) Integer> nodes,
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 8) Integer> pods) {
    Optional<Map<String, String>> found = find(nodes, pods);

    Map<String, Integer> taken = new HashMap<>();
    for (int i = 0; found.isPresent() && i < pods.size(); i++) {
      String node = Objects.requireNonNull(found.get().get("team/p" + i));
      taken.merge(node, pods.get(i), Integer::sum);
    }
    for (int i = 0; i < nodes.size(); i++) {
      assertThat(taken.getOrDefault("n" + i, 0)).isLessThanOrEqualTo(nodes.get(i));
    }
  }

  @Property(tries = 300)
  void a_gang_of_equal_pods_is_found_exactly_if_all_of_it_fits(
      @ForAll @Size(min = 1, max = 5) List<@IntRange(max = 8) Integer> nodes,
      @ForAll @IntRange(min = 1, max = 6) int pods,
      @ForAll @IntRange(min = 1, max = 8) int gpus) {
    int fitting = nodes.stream().mapToInt(n -> n / gpus).sum();

    assertThat(find(nodes, Collections.nCopies(pods, gpus)).isPresent()).isEqualTo(fitting >= pods);
  }
}
