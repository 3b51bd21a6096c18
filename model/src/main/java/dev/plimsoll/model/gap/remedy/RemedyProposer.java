package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.Remedy;
import java.util.List;

/** One way to close a gap. */
@FunctionalInterface
interface RemedyProposer {

  /** Returns the remedies of this kind that suit the cause, tried; none for other causes. */
  List<Remedy> propose(DetectionContext context, GapCause cause);
}
