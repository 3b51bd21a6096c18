package dev.plimsoll.model.tenancy.rebalance;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import dev.plimsoll.model.tenancy.division.StepLimits;
import java.time.Duration;
import java.util.List;

/**
 * What is seen of a cluster when quotas are decided.
 *
 * @param capacity how many units there are
 * @param interval how long it is until the next observation
 * @param loads what each tenant wants
 * @param stepLimits how large the changes of quotas may be
 */
public record Observation(
    long capacity, Duration interval, List<TenantLoad> loads, StepLimits stepLimits) {

  /** Makes an observation after which changes may be of any size. */
  public Observation(long capacity, Duration interval, List<TenantLoad> loads) {
    this(capacity, interval, loads, StepLimits.UNLIMITED);
  }

  /** Makes the loads unmodifiable. */
  public Observation {
    loads = List.copyOf(loads);
  }

  /** Returns what is wanted beyond the capacity, which must wait however quotas are set. */
  public long excess() {
    return Math.max(0, loads.stream().mapToLong(TenantLoad::wanted).sum() - capacity);
  }

  /** Returns what would wait if each tenant had what it is entitled to. */
  public long waitingUnderEntitlement() {
    return loads.stream().mapToLong(l -> Math.max(0, l.wanted() - l.entitled())).sum();
  }

  /**
   * Returns how much of its demand each tenant gets if the capacity is divided fairly by weight.
   */
  public Apportionment fairShares() {
    return ProportionalDivision.divide(
        capacity,
        loads.stream()
            .map(l -> new Claim(l.tenant(), l.entitled(), 0, Math.max(0, l.wanted())))
            .toList());
  }

  double hours() {
    return interval.toMillis() / 3_600_000.0;
  }
}
