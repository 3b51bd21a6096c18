package dev.plimsoll.advisor.backtest;

import java.util.SortedMap;

/** Decides quotas, one observation after the other, from it and those before. */
@FunctionalInterface
interface QuotaRule {

  /** Returns the quotas to set now, by tenant. */
  SortedMap<String, Long> decide(TraceStep step);
}
