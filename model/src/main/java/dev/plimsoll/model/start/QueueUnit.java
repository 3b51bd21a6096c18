package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.lifetime.SurvivalCurve;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Pods that wait and get nodes at once: one pod, or the missing pods of a gang.
 *
 * @param pods the pods, those with the most devices first
 * @param shapes the shape of each
 * @param curves how long each runs; empty for a service, and if no end was seen
 * @param isGang whether they wait for each other
 * @param isGated whether Plimsoll's gate holds them
 * @param created when the last of them was created, in seconds after the question
 * @param jobDeadline after how many seconds the deadline of its Job ends it, running or not;
 *     infinite without one
 */
record QueueUnit(
    List<Pod> pods,
    List<RequestShape> shapes,
    List<Optional<SurvivalCurve>> curves,
    boolean isGang,
    boolean isGated,
    double created,
    double jobDeadline) {
  /**
   * The most important first, then the oldest. Names decide nothing, since they belong to others.
   */
  static final Comparator<QueueUnit> ORDER =
      Comparator.comparingInt(QueueUnit::priority)
          .reversed()
          .thenComparingDouble(QueueUnit::created)
          .thenComparingLong(u -> -u.devices())
          .thenComparing(u -> u.first().metadata().uid());

  int priority() {
    return first().spec().priority().orElse(0);
  }

  Pod first() {
    return pods.get(0);
  }

  long devices() {
    return pods.stream().mapToLong(dev.plimsoll.model.lifetime.PodRun::devices).sum();
  }

  QueueUnit at(double time) {
    return new QueueUnit(pods, shapes, curves, isGang, isGated, time, Double.POSITIVE_INFINITY);
  }

  /** Returns the key of units that are alike; each gang is alone. */
  Object line() {
    return isGang ? this : List.of(shapes.get(0), isGated);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
