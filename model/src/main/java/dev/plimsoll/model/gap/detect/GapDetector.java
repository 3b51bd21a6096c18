package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
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
   * Returns the unread objects that gaps of these kinds depend on. While objects are unread, an
   * empty list of gaps proves nothing.
   */
  Unread unread(DetectionContext context);

  /** Returns the gaps that depend on read objects only. */
  List<Finding> detect(DetectionContext context);
}
