package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where a pod may go.
 *
 * @param filtered what is decided of each candidate
 * @param isNew whether the pod was assumed now and hadn't been before
 * @param reason why, in one word for the metrics
 * @param checks what quotas and shares said
 * @param heldFor for how long the pod had been held when it was asked about; empty if it wasn't
 */
public record FilterDecision(
    ExtenderFilterResult filtered,
    boolean isNew,
    String reason,
    List<HoldCheck> checks,
    Optional<Duration> heldFor) {

  public FilterDecision {
    checks = List.copyOf(checks);
  }
}
