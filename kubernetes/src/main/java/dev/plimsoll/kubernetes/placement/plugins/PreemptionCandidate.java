package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * A node that would fit without its victims.
 *
 * <p>Source: {@code pickOneNodeForPreemption} in {@code
 * pkg/scheduler/framework/preemption/preemption.go}.
 *
 * @param node the node
 * @param victims the pods that would have to go, the most important first; at least one
 * @param violations how many of them their budgets don't allow to be evicted
 * @param now when a pod without start time counts as started
 */
record PreemptionCandidate(NodeInfo node, List<PodInfo> victims, int violations, Instant now) {
  /**
   * Orders candidates as Kubernetes does. It compares, in this order: the number of victims that
   * violate budgets; the highest priority; the sum of priorities; the number of victims; the start
   * time. Less is better, except that the latest start among the victims of the highest priority
   * wins.
   */
  static final Comparator<PreemptionCandidate> BEST_FIRST =
      Comparator.comparingInt(PreemptionCandidate::violations)
          .thenComparingInt(PreemptionCandidate::highestPriority)
          .thenComparingLong(PreemptionCandidate::sumOfPriorities)
          .thenComparingInt(c -> c.victims().size())
          .thenComparing(PreemptionCandidate::earliestStart, Comparator.reverseOrder());

  private int highestPriority() {
    return victims.get(0).priority();
  }

  private long sumOfPriorities() {
    return victims.stream().mapToLong(p -> p.priority() - (long) Integer.MIN_VALUE).sum();
  }

  private Instant earliestStart() {
    return victims.stream()
        .filter(p -> p.priority() == highestPriority())
        .map(p -> start(p, now))
        .min(Comparator.naturalOrder())
        .orElse(now);
  }

  private static Instant start(PodInfo pod, Instant now) {
    return pod.pod().status().startTime().orElse(now);
  }
}
