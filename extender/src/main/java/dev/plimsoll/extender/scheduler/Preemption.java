package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.GangCheck;
import dev.plimsoll.extender.accounting.SharePreemption;
import dev.plimsoll.model.object.Pod;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides for which of the pods that kube-scheduler would evict on each node that is allowed: where
 * the pod could be placed then, by quota, by share, and by what the scheduler leaves to the
 * extender, and where that leaves others what is reserved for them.
 */
final class Preemption {
  private final SchedulerState state;
  private final Pod pod;

  Preemption(SchedulerState state, Pod pod) {
    this.state = state;
    this.pod = pod;
  }

  /** Returns a pod's priority. */
  static int priority(Pod pod) {
    return pod.spec().priority().orElse(0);
  }

  /**
   * Returns the nodes on which the victims may be evicted.
   *
   * @param victims their UIDs, by node
   * @param violating the nodes where that violates disruption budgets
   */
  Set<String> allowed(Map<String, List<String>> victims, Set<String> violating) {
    if (new Gangs(state).check(pod).flatMap(GangCheck::holdReason).isPresent()) {
      return Set.of();
    }
    PodChecks checks = new PodChecks(state, pod);
    NodeReservations reserved = state.nodes();
    SharePreemption sharePreemption =
        new SharePreemption(state.usage(), state.cluster(), pod, state.pods().inFlight(pod));
    victims.forEach(
        (node, uids) -> {
          List<Pod> known =
              state.cluster().podsOn(node).stream()
                  .filter(p -> uids.contains(p.metadata().uid()))
                  .toList();
          if (!uids.isEmpty()
              && !reserved.keepsOff(state, pod, node, known)
              && checks.quotaHoldReason(known).isEmpty()
              && checks.insufficientResource(node, known).isEmpty()) {
            sharePreemption.consider(node, known, violating.contains(node));
          }
        });
    return sharePreemption.best();
  }

  /**
   * Returns whether nothing would hold the pod once those are gone that are being evicted from the
   * node for which it is nominated.
   */
  boolean awaitsVictims() {
    List<Pod> victims =
        state.cluster().podsOn(pod.status().nominatedNodeName()).stream()
            .filter(p -> isBeingPreempted(p) && priority(p) < priority(pod))
            .toList();
    return !victims.isEmpty()
        && !new PodChecks(state, pod).isHeldBesidesGang(pod.status().nominatedNodeName(), victims);
  }

  private static boolean isBeingPreempted(Pod pod) {
    return pod.isTerminating()
        && pod.status()
            .condition("DisruptionTarget")
            .filter(c -> c.status().equals("True") && c.reason().equals("PreemptionByScheduler"))
            .isPresent();
  }
}
