package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import java.util.Optional;

/**
 * The outcome of an attempt to create or place a pod.
 *
 * @param pod the pod: as stored where it was admitted, else as submitted
 * @param admission what the API server said; absent for a pod that was there already
 * @param scheduleResult what the scheduler said; absent for a pod that was denied
 * @param node the node it was placed on, empty for none
 */
public record Attempt(
    Pod pod,
    Optional<AdmissionReport> admission,
    Optional<ScheduleResult> scheduleResult,
    String node) {

  /** Returns a pod that nothing was decided about. */
  public static Attempt none(Pod pod) {
    return new Attempt(pod, Optional.empty(), Optional.empty(), "");
  }

  /** Returns whether the API server lets the pod exist. */
  public boolean isAdmitted() {
    return admission.map(AdmissionReport::allowed).orElse(true);
  }

  /** Returns the resources that the answers to the pod need and the snapshot lacks. */
  public Unread unread() {
    Unread ofAdmission = admission.map(AdmissionReport::unread).orElse(Unread.NOTHING);
    return scheduleResult.orElse(null) instanceof ScheduleResult.Unknown unknown
        ? ofAdmission.and(unknown.unread())
        : ofAdmission;
  }

  /** Returns the same with an answer of the API server that also rests on what is missing here. */
  Attempt alsoUnread(Unread more) {
    return new Attempt(
        pod, admission.map(a -> a.withUnread(a.unread().and(more))), scheduleResult, node);
  }

  /** Returns whether the pod got a node. */
  public boolean isPlaced() {
    return !node.isEmpty();
  }

  /** Returns whether pods differ in nothing but names that no filter looks at. */
  static boolean isAlikeForScheduler(Pod one, Pod other) {
    return one.namespace().equals(other.namespace())
        && one.metadata().labels().equals(other.metadata().labels())
        && one.spec().equals(other.spec())
        && one.spec().volumes().stream().allMatch(v -> v.claimName().isPresent())
        && one.status().nominatedNodeName().equals(other.status().nominatedNodeName());
  }
}
