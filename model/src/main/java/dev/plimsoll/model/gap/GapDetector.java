package dev.plimsoll.model.gap;

import java.util.List;

/** Finds gaps of one kind, or of a few that exclude each other. */
interface GapDetector {
  List<Finding> detect(DetectionContext detectionContext);
}
