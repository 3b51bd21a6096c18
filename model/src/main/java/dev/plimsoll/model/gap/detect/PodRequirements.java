package dev.plimsoll.model.gap.detect;

import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.workload.Workloads;
import java.util.List;

/** What detectors that look at pods need of the snapshot and don't find in it. */
final class PodRequirements {
  private PodRequirements() {}

  /** Returns what is missing of pods and of what creates them. */
  static Unread ofOwners(DetectionContext context) {
    return context
        .unread(List.of(Pod.RESOURCE))
        .and(context.unread(Workloads.resources(context.cluster())));
  }

  /** Returns what is missing to know of all pods that are denied. */
  static Unread ofDenials(DetectionContext context) {
    return ofOwners(context).and(context.unreadForAdmission());
  }

  /** Returns what is missing to know of all pods that find no node. */
  static Unread ofPlacement(DetectionContext context) {
    return ofDenials(context).and(context.unreadForPlacing());
  }
}
