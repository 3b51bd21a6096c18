package dev.plimsoll.model.gate;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Pods whose gates are removed together: one pod, or the missing pods of a gang.
 *
 * @param pods never empty, of one namespace, the oldest first
 * @param gang their gang, if they wait for each other
 * @param isStarted whether others of the gang have been released and run or will
 */
public record GateUnit(List<Pod> pods, Optional<Gang> gang, boolean isStarted) {

  /** The most important first, as in kube-scheduler's queue, then the oldest. */
  static final Comparator<Pod> BY_PRIORITY_AND_AGE =
      Comparator.comparing((Pod pod) -> pod.spec().priority().orElse(0))
          .reversed()
          .thenComparing(GateUnit::created)
          .thenComparing(Pod::key);

  /** Goes by the pod of each that comes first. */
  static final Comparator<GateUnit> ORDER =
      Comparator.comparing(GateUnit::first, BY_PRIORITY_AND_AGE);

  public GateUnit {
    pods = List.copyOf(pods);
  }

  static GateUnit of(Pod pod) {
    return new GateUnit(List.of(pod), Optional.empty(), false);
  }

  static Instant created(Pod pod) {
    return pod.metadata().creationTimestamp().orElse(Instant.EPOCH);
  }

  Pod first() {
    return pods.stream().min(BY_PRIORITY_AND_AGE).orElseThrow();
  }

  /** Returns since when all its pods have been there. */
  Instant since() {
    return pods.stream().map(GateUnit::created).max(Comparator.naturalOrder()).orElseThrow();
  }

  /** Returns the unit's name for texts, such as {@code gang a}. */
  String text() {
    return gang.map(g -> "gang " + g.name()).orElseGet(() -> "pod " + pods.get(0).name());
  }
}
