package dev.plimsoll.extender.requeue;

import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.HeldPod;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Notices that say why pods are held. Each pod of a gang is held until the next look at gangs, and
 * a complete gang passes then. So gangs are told after some looks.
 */
record HeldPodNotices(Decisions decisions) implements Supplier<List<Notice>> {
  private static final String WITH_GANG = "HeldWithGang";
  private static final Duration UNTIL_GANGS_PASS = Duration.ofSeconds(5);

  @Override
  public List<Notice> get() {
    return decisions.held().stream().filter(this::remains).map(HeldPodNotices::notice).toList();
  }

  private boolean remains(HeldPod heldPod) {
    return !reason(heldPod.reason().cause()).equals(WITH_GANG)
        || decisions
            .heldFor(heldPod.pod())
            .filter(time -> time.compareTo(UNTIL_GANGS_PASS) >= 0)
            .isPresent();
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
      case GANG, GANG_DOMAIN, GANG_TURN, POD_GROUP, JOB -> WITH_GANG;
      case RESERVED -> "HeldOffReservedNodes";
    };
  }
}
