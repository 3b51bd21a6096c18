package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.SortedTree;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** How many pods of each gang have a node and have not ended. An instance never changes. */
public final class GangMembers {
  private final SortedTree<Gang, Integer> counts;

  private GangMembers(SortedTree<Gang, Integer> counts) {
    this.counts = counts;
  }

  /** Counts a cluster. */
  static GangMembers of(Cluster cluster) {
    TreeMap<Gang, Integer> counts = new TreeMap<>();
    for (Pod pod : cluster.list(Pod.class)) {
      gang(Optional.of(pod)).ifPresent(g -> counts.merge(g, 1, Integer::sum));
    }
    return new GangMembers(SortedTree.of(counts));
  }

  /** Returns the counts after a change. */
  GangMembers changed(Optional<Pod> before, Optional<Pod> after) {
    GangMembers without = gang(before).map(g -> plus(g, -1)).orElse(this);
    return gang(after).map(g -> without.plus(g, 1)).orElse(without);
  }

  private static Optional<Gang> gang(Optional<Pod> pod) {
    return pod.filter(GangMembers::runs).flatMap(Gang::of);
  }

  /** Returns whether the pod has a node and has not ended. */
  public static boolean runs(Pod pod) {
    return pod.isBound() && !pod.isTerminal() && !pod.isTerminating();
  }

  private GangMembers plus(Gang gang, int more) {
    int count = of(gang) + more;
    return new GangMembers(count == 0 ? counts.without(gang) : counts.with(gang, count));
  }

  /** Returns how many pods of a gang run. */
  public int of(Gang gang) {
    return counts.get(gang).orElse(0);
  }

  /** Returns the gangs that another count counts otherwise. */
  List<String> differences(GangMembers other) {
    TreeSet<Gang> gangs = new TreeSet<>(counts.keys());
    gangs.addAll(other.counts.keys());
    return gangs.stream().filter(g -> of(g) != other.of(g)).map(g -> "gang " + g.name()).toList();
  }
}
