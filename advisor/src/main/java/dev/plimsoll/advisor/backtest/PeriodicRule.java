package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.rebalance.Observation;
import java.util.SortedMap;
import java.util.TreeMap;

/** A rule that decides only every n-th observation, and otherwise changes nothing. */
final class PeriodicRule implements QuotaRule {
  private final QuotaRule rule;
  private final long every;
  private long observations;
  private SortedMap<String, Long> quotas = new TreeMap<>();

  PeriodicRule(QuotaRule rule, long every) {
    this.rule = rule;
    this.every = every;
  }

  @Override
  public SortedMap<String, Long> decide(Observation observation) {
    if (observations++ % every == 0) {
      quotas = rule.decide(observation);
    }
    return quotas;
  }
}
