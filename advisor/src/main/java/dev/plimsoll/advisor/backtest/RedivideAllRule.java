package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Redivides everything: demand by weighted max-min fairness, the rest by weight; but nobody gets
 * less than it has running.
 */
final class RedivideAllRule implements QuotaRule {
  private SortedMap<String, Long> quotas;

  RedivideAllRule(SortedMap<String, Long> quotas) {
    this.quotas = quotas;
  }

  @Override
  public SortedMap<String, Long> decide(TraceStep step) {
    Apportionment fair = step.fairShares();
    Apportionment rest =
        ProportionalDivision.divide(
            fair.left(),
            step.loads().stream().map(l -> Claim.of(l.tenant(), l.entitled())).toList());
    List<Claim> claims =
        step.loads().stream()
            .map(l -> claim(l, fair.of(l.tenant()) + rest.of(l.tenant())))
            .toList();
    quotas = new TreeMap<>(ProportionalDivision.divide(step.capacity(), claims).shares());
    return quotas;
  }

  private Claim claim(TenantLoad tenantLoad, long units) {
    long running = Math.min(tenantLoad.demand(), quotas.getOrDefault(tenantLoad.tenant(), 0L));
    return new Claim(tenantLoad.tenant(), units, running, Math.max(units, running));
  }
}
