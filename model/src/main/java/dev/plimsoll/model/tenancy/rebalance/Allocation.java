package dev.plimsoll.model.tenancy.rebalance;

import dev.plimsoll.model.tenancy.division.StepLimits;

/** A tenant's quota while it is being decided. */
final class Allocation {
  private final TenantLoad tenantLoad;
  private final DemandHistory demandHistory;
  private final StepLimits stepLimits;
  private final long before;
  private long quota;

  Allocation(
      TenantLoad tenantLoad, DemandHistory demandHistory, StepLimits stepLimits, long quota) {
    this.tenantLoad = tenantLoad;
    this.demandHistory = demandHistory;
    this.stepLimits = stepLimits;
    this.before = quota;
    this.quota = quota;
  }

  String tenant() {
    return tenantLoad.tenant();
  }

  long quota() {
    return quota;
  }

  boolean isChanged() {
    return quota != before;
  }

  /** Returns what is wanted and can't be had under this quota. */
  long waiting() {
    return Math.max(0, tenantLoad.wanted() - quota);
  }

  /** Returns what can be taken without anything having to stop or to wait. */
  long slack() {
    return Math.max(0, quota - Math.max(tenantLoad.demand(), tenantLoad.guarantee()));
  }

  /** Returns what of its slack one change may take; a smaller change isn't made. */
  long maxDecrease() {
    if (quota > before && stepLimits.hysteresis() > 0) {
      return 0;
    }
    return stepLimits.madeOf(Math.min(slack(), stepLimits.step() - (before - quota)));
  }

  /** Returns what one change may give to it; a smaller change isn't made. */
  long maxIncrease() {
    return stepLimits.madeOf(
        Math.min(tenantLoad.ceiling() - quota, stepLimits.step() - (quota - before)));
  }

  /** Returns how much it should be given for what it waits for. */
  long need() {
    return Math.min(maxIncrease(), Math.max(waiting(), stepLimits.hysteresis()));
  }

  /** Returns how much it should be given for what is never taken from it. */
  long missingGuarantee() {
    long missing = tenantLoad.guarantee() - quota;
    return missing <= 0 ? 0 : Math.min(maxIncrease(), Math.max(missing, stepLimits.hysteresis()));
  }

  /** Returns the size below which a change isn't made. */
  long hysteresis() {
    return stepLimits.hysteresis();
  }

  /** Lowers the quota to the most that the tenant gets, but for what is running. */
  void enforceCeiling() {
    long excess = quota - Math.max(tenantLoad.ceiling(), running());
    if (excess > 0) {
      quota -= Math.min(excess, stepLimits.step());
    }
  }

  /** Returns what was running before anything was decided. */
  long running() {
    return Math.min(tenantLoad.demand(), before);
  }

  /**
   * Returns for how many observations up to now it wanted none of that many of its units, in
   * doublings.
   */
  int doublingsUnused(long units) {
    return 63 - Long.numberOfLeadingZeros(demandHistory.observationsWithin(quota - units) + 1L);
  }

  /** Returns how much the demand moves about; at least 1. */
  long demandRange() {
    return demandHistory.range();
  }

  /** Returns how far it stands below its fair amount. */
  long belowFairShare(long fair) {
    return Math.max(0, fair - quota);
  }

  void set(long units) {
    quota = units;
  }

  /** Gives so much to the other one. */
  void give(Allocation other, long units) {
    quota -= units;
    other.quota += units;
  }

  /**
   * Gives what the other one waits for, as far as may be. The slack that is left is shared as the
   * two demands move about, so that neither has to come back soon.
   */
  void giveTo(Allocation other) {
    long need = Math.min(other.need(), maxDecrease());
    long rest = Math.min(maxDecrease(), other.maxIncrease()) - need;
    double share = other.demandRange() / ((double) other.demandRange() + demandRange());
    give(other, need + Math.min(rest, (long) (rest * share)));
  }
}
