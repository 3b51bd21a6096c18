package dev.plimsoll.advisor.backtest;

import java.util.SortedMap;
import java.util.TreeMap;

/** A rule that decides only every n-th step, and otherwise changes nothing. */
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
  public SortedMap<String, Long> decide(TraceStep step) {
    if (observations++ % every == 0) {
      quotas = rule.decide(step);
    }
    return quotas;
  }
}
