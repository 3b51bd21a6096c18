package dev.plimsoll.advisor.backtest;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Moves quota for waiting demand from the tenant with the most slack, and changes nothing else. */
final class MoveWaitingRule implements QuotaRule {
  private final TreeMap<String, Long> quotas;

  MoveWaitingRule(SortedMap<String, Long> quotas) {
    this.quotas = new TreeMap<>(quotas);
  }

  @Override
  public SortedMap<String, Long> decide(TraceStep step) {
    List<TenantLoad> waiting =
        step.loads().stream()
            .filter(l -> slack(l) < 0)
            .sorted(Comparator.comparingLong(this::slack))
            .toList();
    for (TenantLoad receiver : waiting) {
      while (slack(receiver) < 0) {
        TenantLoad donor =
            step.loads().stream().max(Comparator.comparingLong(this::slack)).orElse(receiver);
        if (slack(donor) <= 0) {
          break;
        }
        long units = Math.min(slack(donor), -slack(receiver));
        quotas.merge(donor.tenant(), -units, Long::sum);
        quotas.merge(receiver.tenant(), units, Long::sum);
      }
    }
    return new TreeMap<>(quotas);
  }

  private long slack(TenantLoad tenantLoad) {
    return quotas.getOrDefault(tenantLoad.tenant(), 0L) - tenantLoad.demand();
  }
}
