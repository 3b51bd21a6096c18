package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.steering.Load;
import dev.plimsoll.model.tenancy.steering.Moment;
import java.util.SortedMap;
import java.util.TreeMap;

/** The quotas that were recorded. */
final class Recorded implements QuotaRule {
  @Override
  public SortedMap<String, Long> decide(Moment moment) {
    TreeMap<String, Long> quotas = new TreeMap<>();
    for (Load load : moment.loads()) {
      quotas.put(load.tenant(), load.entitled());
    }
    return quotas;
  }
}
