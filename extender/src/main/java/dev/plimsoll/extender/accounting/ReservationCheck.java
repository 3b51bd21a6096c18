package dev.plimsoll.extender.accounting;

import java.util.Optional;

/**
 * What reservations say of a pod. They are of nodes, so that they never hold a pod by themselves.
 *
 * @param nodes how many nodes were asked about
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
