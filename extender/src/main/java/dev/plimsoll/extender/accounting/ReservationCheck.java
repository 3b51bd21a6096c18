package dev.plimsoll.extender.accounting;

import java.util.Optional;

/**
 * The answer of reservations about a pod. They are of nodes, so that they are no reason to hold it
 * as long as any is left.
 *
 * @param nodes how many of the nodes that were asked about would take the pod, if none was reserved
 * @param reserved how many of them are reserved for others
 */
public record ReservationCheck(int nodes, int reserved) implements HoldCheck {

  @Override
  public Optional<HoldReason> holdReason() {
    return Optional.empty();
  }

  /** Returns whether no node is left that isn't reserved. */
  public boolean leavesNone() {
    return reserved > 0 && reserved == nodes;
  }
}
