package dev.plimsoll.kube.watch;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares the indexes of a snapshot that was updated step by step with those of a new one. */
final class IndexCheck {
  private IndexCheck() {}

  static boolean agree(Cluster kept, Cluster rebuilt) {
    Set<String> nodes = new TreeSet<>();
    kept.nodes().forEach(n -> nodes.add(n.name()));
    rebuilt.list(Pod.class).forEach(p -> nodes.add(p.spec().nodeName()));
    return nodes.stream().allMatch(n -> same(kept.podsOn(n), rebuilt.podsOn(n)));
  }

  private static boolean same(List<Pod> one, List<Pod> other) {
    return one.size() == other.size() && new HashSet<>(one).containsAll(other);
  }
}
