package dev.plimsoll.model.hold;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A gang with its pods.
 *
 * @param gang the gang
 * @param size how many pods must run
 * @param running the pods that have a node
 * @param waiting the pods that wait for a node, at most as many as are missing, the oldest first
 */
record WaitingGang(Gang gang, int size, List<Pod> running, List<Pod> waiting) {
  WaitingGang {
    running = List.copyOf(running);
    waiting = List.copyOf(waiting);
  }

  static WaitingGang of(Cluster cluster, Gang gang, int size) {
    List<Pod> members =
        cluster.list(Pod.class, gang.namespace()).stream()
            .filter(p -> Gang.of(p).equals(Optional.of(gang)))
            .filter(p -> !p.isTerminal() && !p.isTerminating())
            .sorted(
                Comparator.comparing(
                        (Pod p) -> p.metadata().creationTimestamp().orElse(Instant.EPOCH))
                    .thenComparing(Pod::name))
            .toList();
    List<Pod> running = members.stream().filter(Pod::isBound).toList();
    int missing = Math.max(0, size - running.size());
    return new WaitingGang(
        gang, size, running, members.stream().filter(PolicyHolds::waits).limit(missing).toList());
  }

  int missing() {
    return size - running.size();
  }

  /** Returns the gang with copies of a pod in the place of the pods that aren't created yet. */
  WaitingGang completedWith(Pod pod) {
    List<Pod> all = new ArrayList<>(waiting);
    for (int i = all.size(); i < missing(); i++) {
      all.add(
          new Pod(
              pod.metadata().with().name(pod.name() + "-" + i).uid("").build(),
              pod.spec(),
              pod.status()));
    }
    return new WaitingGang(gang, size, running, all);
  }
}
