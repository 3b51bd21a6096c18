package dev.plimsoll.model.gap;

import java.util.List;

/** Finds gaps of one kind, or of a few that exclude each other. */
interface Detector {
  List<Finding> detect(Scene scene);
}
