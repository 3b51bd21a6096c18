package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.dra.UnmetRequest;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.hold.ReservedNode;
import dev.plimsoll.model.whatif.UndecidedException;
import io.soabase.recordbuilder.core.RecordBuilder;
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
 * @param unmetRequests which requests of its claims on devices keep it from nodes; looked for only
 *     where it is the worst off
 * @param undecided the step at which a rule failed on it, if one did; what the steps before it
 *     decided is known
 * @param reserved the reservations by the extender on which the verdict depends
 */
@RecordBuilder
public record PodState(
    Pod pod,
    int count,
    boolean exists,
    PodVerdict verdict,
    Optional<AdmissionReport> admission,
    Optional<ScheduleResult> scheduleResult,
    String message,
    List<String> notes,
    List<UnmetRequest> unmetRequests,
    Optional<Unexamined> undecided,
    List<ReservedNode> reserved)
    implements PodStateBuilder.With {

  private static final Pattern PARTICULARS = Pattern.compile("\"[^\"]*\"|[0-9][-0-9:.TZ]*");

  public PodState {
    notes = List.copyOf(notes);
    reserved = List.copyOf(reserved);
    unmetRequests = List.copyOf(unmetRequests);
  }

  /** Returns the state of a pod whose rule failed, and of the {@code count} pods like it. */
  static PodState undecided(
      UndecidedException failure, boolean exists, int count, ObjectReference object) {
    return new PodState(
        failure.attempt().pod(),
        count,
        exists,
        PodVerdict.Unknown,
        failure.attempt().admission(),
        failure.attempt().scheduleResult(),
        "",
        List.of(failure.getMessage() + ", because of a defect in Plimsoll"),
        List.of(),
        Optional.of(Unexamined.of(object, failure)),
        List.of());
  }

  /**
   * Returns the resources that the answers need and the snapshot lacks. A certain verdict may still
   * have some: a quota may deny a pod while nodes are unknown.
   */
  public Unread unread() {
    Unread ofAdmission = admission.map(AdmissionReport::unread).orElse(Unread.NOTHING);
    return scheduleResult.orElse(null) instanceof ScheduleResult.Unknown unknown
        ? ofAdmission.and(unknown.unread())
        : ofAdmission;
  }

  /** Returns the same with another verdict, text and notes. */
  PodState recorded(PodVerdict other, String text, List<String> sentences) {
    return with().verdict(other).message(text).notes(sentences).build();
  }

  /** Returns the first note without what differs from pod to pod: quoted texts and numbers. */
  String kindOfCause() {
    return notes.isEmpty() ? "" : PARTICULARS.matcher(notes.get(0)).replaceAll("");
  }
}
