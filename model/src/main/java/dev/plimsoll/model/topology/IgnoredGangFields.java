package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Names the annotations of a pod about gangs and domains that have no effect, with the reason. */
public final class IgnoredGangFields {
  private static final String KUEUE = "kueue.x-k8s.io/";

  private IgnoredGangFields() {}

  /** Returns a sentence for each annotation or label that has no effect. */
  public static List<String> of(Pod pod) {
    return of(pod, false);
  }

  /**
   * Returns a sentence for each annotation or label that has no effect.
   *
   * @param isQueued whether Kueue queues the workload of the pod, and reads its own keys
   */
  public static List<String> of(Pod pod, boolean isQueued) {
    boolean isOfKueue =
        isQueued
            || pod.metadata().labels().keySet().stream()
                .anyMatch(l -> l.startsWith(KUEUE) && !DomainRequest.KEYS.contains(l));
    List<String> ignored = new ArrayList<>(Gang.problem(pod).stream().toList());
    if (Gang.of(pod).isEmpty()) {
      for (String key : DomainRequest.KEYS) {
        String where = key.startsWith(KUEUE) ? " outside of Kueue" : "";
        value(pod, key)
            .filter(v -> where.isEmpty() || !isOfKueue)
            .ifPresent(
                v -> ignored.add(key + " has no effect" + where + ": the pod is in no gang"));
      }
    }
    return ignored;
  }

  private static Optional<String> value(Pod pod, String key) {
    return Optional.ofNullable(pod.metadata().annotations().get(key))
        .or(() -> Optional.ofNullable(pod.metadata().labels().get(key)));
  }
}
