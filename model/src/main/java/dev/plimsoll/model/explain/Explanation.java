package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.Unexamined;
import java.util.List;
import java.util.Optional;

/**
 * Why the pods of a subject run or don't.
 *
 * @param subject what was asked about
 * @param root the workload that it belongs to, or the subject itself
 * @param verdict the worst verdict of its pods, unknown if that of any is; of a workload that makes
 *     none, what it does instead
 * @param summary the answer in one sentence, for people
 * @param states how it stands with its pods, the worst first; at least one
 * @param charges what quotas charge for the pod that is worst off
 * @param missing how many pods should exist and don't
 * @param recordedEvent the newest event in which a component reported the same trouble
 * @param autoscalers the newest event of each autoscaler about pods without a node
 * @param gaps what is wrong, with remedies
 * @param unread what was not read and would be needed to know all of it
 * @param unexamined what could not be decided, or looked for, since a rule failed
 * @param queue what its queue says and has, a sentence each; empty without a queue
 */
public record Explanation(
    ObjectReference subject,
    ObjectReference root,
    PodVerdict verdict,
    String summary,
    List<PodState> states,
    List<QuotaCharge> charges,
    int missing,
    Optional<Event> recordedEvent,
    List<Event> autoscalers,
    List<Gap> gaps,
    Unread unread,
    List<Unexamined> unexamined,
    List<String> queue) {

  public Explanation {
    states = List.copyOf(states);
    charges = List.copyOf(charges);
    autoscalers = List.copyOf(autoscalers);
    gaps = List.copyOf(gaps);
    unexamined = List.copyOf(unexamined);
    queue = List.copyOf(queue);
  }

  /** Returns the same with another summary. */
  Explanation withSummary(String other) {
    return new Explanation(
        subject,
        root,
        verdict,
        other,
        states,
        charges,
        missing,
        recordedEvent,
        autoscalers,
        gaps,
        unread,
        unexamined,
        queue);
  }

  /** Returns the state of the pods with the worst verdict. */
  public PodState worst() {
    return states.get(0);
  }
}
