package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import java.util.List;

/** One way to close a gap. */
@FunctionalInterface
interface RemedyProposer {

  /** Returns the changes of this kind that suit the cause; none for other causes. */
  List<Proposal> propose(DetectionContext context, GapCause cause);

  /**
   * Returns the pods that tell whether a proposal helps.
   *
   * @param pods the pods that the cause keeps from running
   */
  default TriedPods triedOn(GapCause cause, TriedPods pods) {
    return pods;
  }
}
