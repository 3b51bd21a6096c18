package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Proportional;
import dev.plimsoll.model.tenancy.steering.Load;
import dev.plimsoll.model.tenancy.steering.Moment;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Divides everything anew: demand by weighted max-min fairness, the rest by weight; but nobody gets
 * less than it has running.
 */
final class Redivision implements QuotaRule {
  private SortedMap<String, Long> quotas;

  Redivision(SortedMap<String, Long> quotas) {
    this.quotas = quotas;
  }

  @Override
  public SortedMap<String, Long> decide(Moment moment) {
    Apportionment fair = moment.fair();
    Apportionment rest =
        Proportional.divide(
            fair.left(),
            moment.loads().stream().map(l -> Claim.of(l.tenant(), l.entitled())).toList());
    List<Claim> claims =
        moment.loads().stream()
            .map(l -> claim(l, fair.of(l.tenant()) + rest.of(l.tenant())))
            .toList();
    quotas = new TreeMap<>(Proportional.divide(moment.capacity(), claims).shares());
    return quotas;
  }

  private Claim claim(Load load, long units) {
    long running = Math.min(load.demand(), quotas.getOrDefault(load.tenant(), 0L));
    return new Claim(load.tenant(), units, running, Math.max(units, running));
  }
}
