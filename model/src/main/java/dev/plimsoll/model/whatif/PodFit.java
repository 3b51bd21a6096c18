package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The number of copies of a pod that would run in addition to the existing pods.
 *
 * @param asked how many were tried
 * @param admitted how many the API server admits, wherever they would be placed
 * @param denial what it says to the next one; absent where all that were tried are admitted
 * @param placeable how many the nodes take, whatever the quota says
 * @param failure what the scheduler says to the next one; absent where all that were tried fit
 * @param nodes how many of the placeable ones each node takes
 * @param unreadForAdmission what wasn't read of what admission rests on; if there is any, how many
 *     are admitted isn't known
 * @param unreadForPlacing what wasn't read of what placement rests on; if there is any, how many
 *     are placeable isn't known
 * @param defects the steps at which a rule failed on the next copy, and how; up to there the
 *     numbers hold
 */
public record PodFit(
    int asked,
    int admitted,
    Optional<AdmissionReport> denial,
    int placeable,
    Optional<ScheduleResult> failure,
    Map<String, Integer> nodes,
    Unread unreadForAdmission,
    Unread unreadForPlacing,
    Map<DecisionStep, RuntimeException> defects) {

  /** Which of the two stops first. */
  public enum Limit {
    /** The API server: a limit range or a quota. */
    ADMISSION,
    /** The nodes. */
    CAPACITY,
    /** Neither, of as many as were tried. */
    NONE
  }

  /** Makes the map unmodifiable and keeps it in order of the nodes' names. */
  public PodFit {
    nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
    defects = Map.copyOf(defects);
  }

  /** Tries as many copies of the pod as asked for. */
  public static PodFit of(Simulation simulation, Pod pod, int asked) {
    return new PodFitting(simulation, pod, asked).fit();
  }

  /** Returns whether the number of admitted copies is known. */
  public boolean isAdmissionKnown() {
    return unreadForAdmission.isEmpty() && !defects.containsKey(DecisionStep.Admission);
  }

  /** Returns whether the number of placeable copies is known. */
  public boolean isPlacingKnown() {
    return unreadForPlacing.isEmpty()
        && !defects.containsKey(DecisionStep.Placement)
        && (admitted > 0 || !defects.containsKey(DecisionStep.Admission));
  }

  /** Returns whether the number of running copies is known. */
  public boolean isKnown() {
    boolean runsNone = isAdmissionKnown() && admitted == 0;
    return runsNone || (isAdmissionKnown() && isPlacingKnown());
  }

  /** Returns the resources that the numbers depend on and that were not read. */
  public Unread unread() {
    return unreadForAdmission.and(unreadForPlacing);
  }

  /** Returns how many copies would run, if that {@link #isKnown}. */
  public int running() {
    return Math.min(admitted, placeable);
  }

  /** Returns the limit that stops the next copy, if it {@link #isKnown}. */
  public Limit limit() {
    if (running() == asked) {
      return Limit.NONE;
    }
    return admitted <= placeable ? Limit.ADMISSION : Limit.CAPACITY;
  }
}
