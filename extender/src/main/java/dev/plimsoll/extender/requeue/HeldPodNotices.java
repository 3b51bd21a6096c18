package dev.plimsoll.extender.requeue;

import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.HeldPod;
import java.util.List;
import java.util.function.Supplier;

/** Notices that say why pods are held. */
record HeldPodNotices(Decisions decisions) implements Supplier<List<Notice>> {
  @Override
  public List<Notice> get() {
    return decisions.held().stream().map(HeldPodNotices::notice).toList();
  }

  private static Notice notice(HeldPod heldPod) {
    return new Notice(
        heldPod.pod(),
        reason(heldPod.reason().cause()),
        true,
        heldPod.reason().text(),
        heldPod.times());
  }

  private static String reason(HoldReason.Cause cause) {
    return switch (cause) {
      case QUOTA -> "HeldAtQuota";
      case SHARE -> "HeldAtShare";
      case GANG, GANG_DOMAIN, GANG_TURN, POD_GROUP, JOB -> "HeldWithGang";
      case RESERVED -> "HeldOffReservedNodes";
    };
  }
}
