package dev.plimsoll.advisor.backtest;

import java.util.SortedMap;
import java.util.TreeMap;

/** The quotas that were recorded. */
final class RecordedQuotaRule implements QuotaRule {
  @Override
  public SortedMap<String, Long> decide(TraceStep step) {
    TreeMap<String, Long> quotas = new TreeMap<>();
    for (TenantLoad tenantLoad : step.loads()) {
      quotas.put(tenantLoad.tenant(), tenantLoad.entitled());
    }
    return quotas;
  }
}
