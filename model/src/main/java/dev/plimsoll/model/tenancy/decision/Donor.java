package dev.plimsoll.model.tenancy.decision;

import java.time.Duration;

/**
 * A ceiling that may give units to another one.
 *
 * @param ceiling the ceiling
 * @param most how much of its slack one change may take for the other one
 * @param need how much the other one needs, as far as it may get that from here
 * @param maxTransfer how much one change may move
 * @param sameTenant whether both are of one tenant
 */
record Donor(Ceiling ceiling, long most, long need, long maxTransfer, boolean sameTenant) {

  static Donor of(Ceiling donor, Ceiling receiver, long slack) {
    long most = donor.maxDecrease(receiver, slack);
    if (most <= 0) {
      return new Donor(donor, most, 0, 0, false);
    }
    long takes = receiver.maxIncreaseFrom(donor);
    return new Donor(
        donor,
        most,
        Math.min(receiver.need(), takes),
        Math.min(most, takes),
        donor.tenant() == receiver.tenant());
  }

  String namespace() {
    return ceiling.namespace();
  }

  boolean givesAll() {
    return most >= need;
  }

  /**
   * Returns the rank of the donor. A ceiling of the same tenant ranks highest, then a ceiling that
   * changes anyway.
   */
  int rank() {
    return (sameTenant ? 2 : 0) + (ceiling.isChanged() ? 1 : 0);
  }

  /** Returns for how long it wanted none of the units that are needed, in doublings. */
  int doublingsUnused(ResourceDecision decision) {
    Duration unused = ceiling.demandHistory().timeWithin(ceiling.value() - need, decision.time());
    Duration interval = decision.interval();
    return unused.compareTo(interval) < 0
        ? 0
        : Long.SIZE - 1 - Long.numberOfLeadingZeros(unused.toNanos() / interval.toNanos() + 1);
  }

  /** Returns how often what it has left covers the way its demand moves. */
  double left() {
    return (ceiling.slack() - need) / (double) ceiling.demandRange();
  }
}
