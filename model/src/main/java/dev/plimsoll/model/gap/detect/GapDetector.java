package dev.plimsoll.model.gap.detect;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import java.util.List;

/** Finds gaps of one kind, or of a few that exclude each other. */
interface GapDetector {
  List<Finding> detect(DetectionContext context);
}
