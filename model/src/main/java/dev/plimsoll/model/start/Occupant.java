package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.lifetime.SurvivalCurve;
import java.util.Optional;

/**
 * A pod on a node.
 *
 * @param pod the pod
 * @param node the index of the node
 * @param held what it holds, by the columns of the {@link NodeTable}
 * @param charge what it holds of shares
 * @param isService whether it ends only by rollouts and scaling
 * @param curve how long its kind runs; empty for a service, and if no end was seen
 * @param age since how many seconds it runs
 * @param mostSeconds in how many seconds it ends at the latest; infinite without a deadline
 * @param isLeaving whether it is being deleted, so that it ends then
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes it.
record Occupant(
    Pod pod,
    int node,
    long[] held,
    ShareTable.Charge charge,
    boolean isService,
    Optional<SurvivalCurve> curve,
    double age,
    double mostSeconds,
    boolean isLeaving) {

  /** Returns in how many seconds the pod ends in a run that draws {@code u}. */
  double end(double u) {
    double drawn =
        isLeaving || curve.isEmpty()
            ? Double.POSITIVE_INFINITY
            : curve.get().endingAge(age, u) - age;
    return Math.min(drawn, mostSeconds);
  }

  /** Returns the probability that it runs for some seconds more; above 1 if it surely does. */
  double survival(double seconds) {
    if (mostSeconds <= seconds) {
      return 0;
    }
    if (isLeaving || curve.isEmpty()) {
      return 2;
    }
    double now = curve.get().survival(age);
    return now <= 0 ? 0 : curve.get().survival(age + seconds) / now * (1 - 1e-9);
  }

  /** Returns whether it is the same object: a state has each occupant once. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  /** Returns whether it may end by itself. */
  boolean ends() {
    return !isService || mostSeconds < Double.POSITIVE_INFINITY;
  }

  /** Returns whether no pod like it has ended, so that nothing says when it ends. */
  boolean isUnknown() {
    return ends() && curve.isEmpty() && !isLeaving;
  }
}
