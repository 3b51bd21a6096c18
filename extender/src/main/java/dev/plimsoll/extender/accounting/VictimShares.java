package dev.plimsoll.extender.accounting;

import java.util.Optional;

/**
 * The view of one policy on the evictions on a node.
 *
 * @param isReclaiming whether the policy reclaims what was borrowed
 * @param check what the tenant's share says of the pod once the victims are gone; empty if the
 *     policy knows no tenant of the pod
 * @param notBorrowing how many victims have borrowed nothing
 * @param othersNotBorrowing how many of these are of another tenant
 */
public record VictimShares(
    boolean isReclaiming, Optional<ShareCheck> check, int notBorrowing, int othersNotBorrowing) {

  /** Returns whether the victims may be evicted. */
  boolean allow(boolean isViolatingBudgets) {
    boolean isBeyond = check.filter(c -> !c.isWithinShare()).isPresent();
    return check.flatMap(ShareCheck::holdReason).isEmpty()
        && !(isBeyond && othersNotBorrowing > 0)
        && !(isReclaiming && isViolatingBudgets);
  }
}
