package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.DetectionContext;
import java.util.List;

/** Objects that the detectors of pods need and the snapshot lacks. */
final class PodRequirements {
  private PodRequirements() {}

  /** Returns the unread pods and the unread objects that create pods. */
  static Unread ofOwners(DetectionContext context) {
    return context
        .unread(List.of(Pod.RESOURCE))
        .and(context.unread(Workloads.resources(context.cluster())));
  }

  /** Returns the unread objects that finding all denied pods needs. */
  static Unread ofDenials(DetectionContext context) {
    return ofOwners(context).and(context.unreadForAdmission());
  }

  /** Returns the unread objects that finding all pods without a node needs. */
  static Unread ofPlacement(DetectionContext context) {
    return ofDenials(context).and(context.unreadForPlacing());
  }
}
