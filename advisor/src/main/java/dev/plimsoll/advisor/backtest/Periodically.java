package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.steering.Moment;
import java.util.SortedMap;
import java.util.TreeMap;

/** A rule that is asked only every so many moments, and otherwise changes nothing. */
final class Periodically implements QuotaRule {
  private final QuotaRule rule;
  private final long every;
  private long moments;
  private SortedMap<String, Long> quotas = new TreeMap<>();

  Periodically(QuotaRule rule, long every) {
    this.rule = rule;
    this.every = every;
  }

  @Override
  public SortedMap<String, Long> decide(Moment moment) {
    if (moments++ % every == 0) {
      quotas = rule.decide(moment);
    }
    return quotas;
  }
}
