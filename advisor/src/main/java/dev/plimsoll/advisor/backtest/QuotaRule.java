package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.rebalance.Observation;
import java.util.SortedMap;

/** Decides quotas, one moment after the other, from that moment and those before. */
@FunctionalInterface
interface QuotaRule {

  /** Returns the quotas to set at this moment, by tenant. */
  SortedMap<String, Long> decide(Observation observation);
}
