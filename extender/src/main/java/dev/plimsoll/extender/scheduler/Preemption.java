package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.SharePreemption;
import dev.plimsoll.model.object.Pod;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decides for which of the pods that kube-scheduler would evict on each node that is allowed. */
final class Preemption {
  private final SchedulerCache cache;
  private final Pod pod;

  Preemption(SchedulerCache schedulerCache, Pod pod) {
    this.cache = schedulerCache;
    this.pod = pod;
  }

  /**
   * Returns the nodes on which the victims may be evicted.
   *
   * @param victims their UIDs, by node
   */
  Set<String> allowed(Map<String, List<String>> victims) {
    SharePreemption sharePreemption =
        new SharePreemption(cache.usage(), cache.cluster(), pod, cache.assumed(pod));
    victims.forEach(
        (node, uids) -> {
          List<Pod> known =
              cache.cluster().podsOn(node).stream()
                  .filter(p -> uids.contains(p.metadata().uid()))
                  .toList();
          if (!uids.isEmpty() && cache.quotaHoldReason(pod, known).isEmpty()) {
            sharePreemption.consider(node, known);
          }
        });
    return sharePreemption.best();
  }
}
