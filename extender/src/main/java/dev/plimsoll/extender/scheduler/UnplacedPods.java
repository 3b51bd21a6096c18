package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.model.object.Pod;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The pods that wait for a node, and whose owners want what others might borrow. For one thread at
 * a time.
 */
final class UnplacedPods {
  private final Map<String, Pod> byUid = new HashMap<>();
  private final PodsInFlight.Usage usage;

  UnplacedPods(PodsInFlight.Usage usage) {
    this.usage = usage;
  }

  /** Takes a pod in as it is now. */
  void put(Pod pod) {
    remove(pod);
    byUid.put(AssumedPod.uid(pod), pod);
    usage.count(pod, true);
  }

  void remove(Pod pod) {
    Optional.ofNullable(byUid.remove(AssumedPod.uid(pod))).ifPresent(p -> usage.count(p, false));
  }

  /** Returns all. */
  Collection<Pod> all() {
    return Collections.unmodifiableCollection(byUid.values());
  }
}
