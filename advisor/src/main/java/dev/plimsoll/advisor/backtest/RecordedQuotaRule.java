package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.rebalance.Observation;
import dev.plimsoll.model.tenancy.rebalance.TenantLoad;
import java.util.SortedMap;
import java.util.TreeMap;

/** The quotas that were recorded. */
final class RecordedQuotaRule implements QuotaRule {
  @Override
  public SortedMap<String, Long> decide(Observation observation) {
    TreeMap<String, Long> quotas = new TreeMap<>();
    for (TenantLoad tenantLoad : observation.loads()) {
      quotas.put(tenantLoad.tenant(), tenantLoad.entitled());
    }
    return quotas;
  }
}
