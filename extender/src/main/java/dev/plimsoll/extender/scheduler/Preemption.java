package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.GangCheck;
import dev.plimsoll.extender.accounting.SharePreemption;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Resources;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides for which of the pods that kube-scheduler would evict on each node that is allowed: where
 * the pod could be placed then, by quota, by share, and by what the scheduler leaves to the
 * extender, and where that leaves others what is reserved for them.
 */
final class Preemption {
  private final SchedulerCache cache;
  private final Pod pod;

  Preemption(SchedulerCache schedulerCache, Pod pod) {
    this.cache = schedulerCache;
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
    if (cache.gangs().check(pod).flatMap(GangCheck::holdReason).isPresent()) {
      return Set.of();
    }
    Resources managed = cache.managedRequests(pod);
    SharePreemption sharePreemption =
        new SharePreemption(cache.usage(), cache.cluster(), pod, cache.inFlight().of(pod));
    victims.forEach(
        (node, uids) -> {
          List<Pod> known =
              cache.cluster().podsOn(node).stream()
                  .filter(p -> uids.contains(p.metadata().uid()))
                  .toList();
          if (!uids.isEmpty()
              && !cache.reservations().keepsOff(pod, node, known)
              && cache.quotaHoldReason(pod, known).isEmpty()
              && cache.insufficientResource(node, managed, pod, known).isEmpty()) {
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
        cache.cluster().podsOn(pod.status().nominatedNodeName()).stream()
            .filter(p -> isBeingPreempted(p) && priority(p) < priority(pod))
            .toList();
    return !victims.isEmpty()
        && !cache.isHeldBesidesGang(pod, pod.status().nominatedNodeName(), victims);
  }

  private static boolean isBeingPreempted(Pod pod) {
    return pod.isTerminating()
        && pod.status()
            .condition("DisruptionTarget")
            .filter(c -> c.status().equals("True") && c.reason().equals("PreemptionByScheduler"))
            .isPresent();
  }
}
