package dev.plimsoll.admission.gate;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The gates that are being removed, until informers show what has become of them: another version
 * of the pod, or none. Until then the pods count as released. For one thread.
 */
final class Removals {
  private final Map<String, Pod> unanswered = new LinkedHashMap<>();
  private final Map<String, Pod> answered = new LinkedHashMap<>();

  void clear() {
    unanswered.clear();
    answered.clear();
  }

  /** Forgets the pods that the cluster shows in a newer version, or no longer shows. */
  void observe(Cluster cluster) {
    unanswered.values().removeIf(p -> !isUnchanged(cluster, p));
    answered.values().removeIf(p -> !isUnchanged(cluster, p));
  }

  private static boolean isUnchanged(Cluster cluster, Pod pod) {
    return cluster
        .find(Pod.class, pod.namespace(), pod.name())
        .filter(now -> ResourceVersion.same(now, pod))
        .isPresent();
  }

  /** Returns the UIDs of the pods that count as released. */
  Set<String> uids() {
    Set<String> uids = new HashSet<>(unanswered.keySet());
    uids.addAll(answered.keySet());
    return uids;
  }

  /** Returns the pods whose gates may or may not be gone. */
  List<Pod> unanswered() {
    return List.copyOf(unanswered.values());
  }

  void begin(Pod pod) {
    unanswered.put(pod.metadata().uid(), pod);
  }

  /** Notes that the API server has said what it did; what that came to will show. */
  void answered(Pod pod) {
    unanswered.remove(pod.metadata().uid());
    answered.put(pod.metadata().uid(), pod);
  }

  /** Notes that nothing was done. */
  void giveUp(Pod pod) {
    unanswered.remove(pod.metadata().uid());
  }
}
