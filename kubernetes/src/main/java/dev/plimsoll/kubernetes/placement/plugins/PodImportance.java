package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Sorts pods by importance: the higher priority first, then the pod that started earlier.
 *
 * <p>If a pod has no start time, each comparison takes the present time instead. So each of two
 * such pods counts as more important than the other. Go's insertion sort, which sorts up to 12
 * elements, then reverses their order. With more elements the order of such pods is open in
 * kube-scheduler; here it stays.
 *
 * <p>Source: {@code MoreImportantPod} in {@code pkg/scheduler/util/utils.go}, and {@code
 * SelectVictimsOnNode} in {@code
 * pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go}.
 */
final class PodImportance {
  private static final int INSERTION_SORT = 12;

  private PodImportance() {}

  /** Sorts a list, the most important pod first. */
  static void sort(List<PodInfo> pods, Instant now) {
    if (pods.size() > INSERTION_SORT) {
      pods.sort(
          Comparator.comparingInt(PodInfo::priority)
              .reversed()
              .thenComparing(p -> start(p).orElse(now)));
      return;
    }
    for (int i = 1; i < pods.size(); i++) {
      PodInfo pod = pods.get(i);
      int at = i;
      while (at > 0 && isMoreImportant(pod, pods.get(at - 1), now)) {
        pods.set(at, pods.get(at - 1));
        at--;
      }
      pods.set(at, pod);
    }
  }

  private static boolean isMoreImportant(PodInfo one, PodInfo other, Instant now) {
    if (one.priority() != other.priority()) {
      return one.priority() > other.priority();
    }
    Optional<Instant> start = start(one);
    Optional<Instant> otherStart = start(other);
    return otherStart.isEmpty()
        ? start.isEmpty() || start.get().isBefore(now)
        : start.orElse(now).isBefore(otherStart.get());
  }

  private static Optional<Instant> start(PodInfo pod) {
    return pod.pod().status().startTime();
  }
}
