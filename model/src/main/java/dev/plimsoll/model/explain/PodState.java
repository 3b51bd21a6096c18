package dev.plimsoll.model.explain;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How it stands with one pod, or with several that are alike.
 *
 * @param pod the pod, the first of several
 * @param count how many pods stand like this
 * @param exists whether the pod is in the cluster; if not, it is what would be submitted next
 * @param verdict the verdict
 * @param admission what the API server says or said; absent for a pod that exists
 * @param scheduleResult what the scheduler says, of a denied pod what it would say; absent where it
 *     isn't asked
 * @param message the API server's or the scheduler's text, empty where there is none
 * @param notes what else is known of it, a sentence each, the cause first
 */
public record PodState(
    Pod pod,
    int count,
    boolean exists,
    PodVerdict verdict,
    Optional<AdmissionReport> admission,
    Optional<ScheduleResult> scheduleResult,
    String message,
    List<String> notes) {

  private static final Pattern PARTICULARS = Pattern.compile("\"[^\"]*\"|[0-9][-0-9:.TZ]*");

  /** Makes the notes unmodifiable. */
  public PodState {
    notes = List.copyOf(notes);
  }

  /**
   * Returns what the answers rest on and the snapshot doesn't have. There may be some beside a
   * verdict that is certain, such as that of a pod that a quota denies while nodes are unknown.
   */
  public Unread unread() {
    Unread ofAdmission = admission.map(AdmissionReport::unread).orElse(Unread.NOTHING);
    return scheduleResult.orElse(null) instanceof ScheduleResult.Unknown unknown
        ? ofAdmission.and(unknown.unread())
        : ofAdmission;
  }

  /** Returns the same with the verdict that isn't known. */
  PodState unknown() {
    return new PodState(
        pod, count, exists, PodVerdict.Unknown, admission, scheduleResult, message, notes);
  }

  /** Returns the same with another verdict, text and notes. */
  PodState recorded(PodVerdict other, String text, List<String> sentences) {
    return new PodState(pod, count, exists, other, admission, scheduleResult, text, sentences);
  }

  /** Returns the first note without what differs from pod to pod: quoted texts and numbers. */
  String kindOfCause() {
    return notes.isEmpty() ? "" : PARTICULARS.matcher(notes.get(0)).replaceAll("");
  }

  PodState withCount(int other) {
    return new PodState(pod, other, exists, verdict, admission, scheduleResult, message, notes);
  }

  PodState withNotes(List<String> other) {
    return new PodState(pod, count, exists, verdict, admission, scheduleResult, message, other);
  }

  PodState withScheduleResult(Optional<ScheduleResult> other) {
    return new PodState(pod, count, exists, verdict, admission, other, message, notes);
  }
}
