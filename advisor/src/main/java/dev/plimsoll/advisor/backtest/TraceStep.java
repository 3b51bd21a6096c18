package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.time.Duration;
import java.util.List;

/**
 * A step of a trace.
 *
 * @param capacity how many GPUs there are
 * @param interval how long it is until the next step
 * @param loads what each tenant wants
 */
record TraceStep(long capacity, Duration interval, List<TenantLoad> loads) {

  TraceStep {
    loads = List.copyOf(loads);
  }

  /** Returns how much of its demand each tenant gets if the capacity is divided by weight. */
  Apportionment fairShares() {
    return ProportionalDivision.divide(
        capacity,
        loads.stream().map(l -> new Claim(l.tenant(), l.entitled(), 0, l.demand())).toList());
  }
}
