package dev.plimsoll.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.topology.JobFit.NodeDevices;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class JobFitPropertyTest {

  @Provide
  Arbitrary<List<NodeDevices>> nodes() {
    return Combinators.combine(Arbitraries.of(2, 4, 8), Arbitraries.integers().between(0, 8))
        .as((total, usable) -> new NodeDevices(total, Math.min(total, usable)))
        .list()
        .ofMaxSize(6);
  }

  /** Tries each set of whole nodes of one size for a job, then the next job. */
  private static long mostByWholeNodes(List<NodeDevices> nodes, int devices) {
    long most = 0;
    for (int set = 1; set < 1 << nodes.size(); set++) {
      List<NodeDevices> chosen = new ArrayList<>();
      List<NodeDevices> left = new ArrayList<>();
      for (int i = 0; i < nodes.size(); i++) {
        ((set & (1 << i)) != 0 ? chosen : left).add(nodes.get(i));
      }
      boolean isJob =
          chosen.stream().allMatch(n -> n.usable() == n.total())
              && chosen.stream().map(NodeDevices::total).distinct().count() == 1
              && chosen.stream().mapToLong(NodeDevices::total).sum() >= devices;
      if (isJob) {
        most = Math.max(most, 1 + mostByWholeNodes(left, devices));
      }
    }
    return most;
  }

  /** Places pods one after the other on each node that takes one. */
  private static long mostPods(List<Long> usable, int perPod, int limit) {
    long most = 0;
    for (int i = 0; i < usable.size() && most < limit; i++) {
      if (usable.get(i) >= perPod) {
        List<Long> left = new ArrayList<>(usable);
        left.set(i, usable.get(i) - perPod);
        Collections.sort(left);
        most = Math.max(most, 1 + mostPods(left, perPod, limit));
      }
    }
    return most;
  }

  @Property(tries = 300)
  void jobs_of_whole_nodes_are_as_many_as_an_exhaustive_search_finds(
      @ForAll("nodes") List<NodeDevices> nodes, @ForAll @IntRange(min = 1, max = 20) int devices) {
    assertThat(JobFit.byWholeNodes(nodes, devices)).isEqualTo(mostByWholeNodes(nodes, devices));
  }

  @Property(tries = 100)
  void jobs_of_pods_are_as_many_as_an_exhaustive_search_finds(
      @ForAll("nodes") List<NodeDevices> all,
      @ForAll @IntRange(min = 1, max = 12) int devices,
      @ForAll @IntRange(min = 2, max = 8) int perPod) {
    List<NodeDevices> nodes = all.stream().limit(3).toList();
    int podsOfAJob = (devices + perPod - 1) / perPod;
    long pods = mostPods(nodes.stream().map(NodeDevices::usable).toList(), perPod, 100);

    assertThat(JobFit.byPods(nodes, devices, perPod)).isEqualTo(pods / podsOfAJob);
  }
}
