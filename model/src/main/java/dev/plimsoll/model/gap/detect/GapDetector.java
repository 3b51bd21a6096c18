package dev.plimsoll.model.gap.detect;

import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapKind;
import java.util.List;
import java.util.Set;

/** Finds gaps of one kind, or of a few that exclude each other. */
interface GapDetector {
  /** Returns the kinds that it looks for. */
  Set<GapKind> kinds();

  /**
   * Returns what was not read of all that a gap of these kinds could show in. As long as there is
   * any, finding none doesn't mean that there is none.
   */
  Unread unread(DetectionContext context);

  /** Returns the gaps of which all that they rest on was read. */
  List<Finding> detect(DetectionContext context);
}
