package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.steering.Load;
import dev.plimsoll.model.tenancy.steering.Moment;
import java.util.Map;
import java.util.TreeMap;

/** Adds up what quotas do, moment by moment. */
final class Tally {
  private Map<String, Double> running = new TreeMap<>();
  private double waiting;
  private double shortfall;
  private double demand;
  private long overCapacity;
  private long belowRunning;

  /** Adds a moment, at which that would have been fair. */
  void add(Moment moment, Apportionment fair, Map<String, Long> quotas) {
    double scale = scale(moment, quotas);
    double hours = moment.length().toSeconds() / 3600.0;
    Map<String, Double> served = new TreeMap<>();
    for (Load load : moment.loads()) {
      long quota = quotas.getOrDefault(load.tenant(), 0L);
      double units = scale * Math.min(load.demand(), quota);
      served.put(load.tenant(), units);
      waiting += (load.demand() - units) * hours;
      shortfall += Math.max(0, fair.of(load.tenant()) - units) * hours;
      demand += load.demand() * hours;
      double still = Math.min((double) load.demand(), running.getOrDefault(load.tenant(), 0.0));
      belowRunning += quota < Math.floor(still) ? 1 : 0;
    }
    overCapacity += sum(quotas) > moment.capacity() ? 1 : 0;
    running = served;
  }

  double waiting() {
    return waiting;
  }

  /** Returns the outcome, where so many GPU-hours waited as recorded and must wait at least. */
  Outcome outcome(String rule, double recorded, double bound, double changesPerTenantDay) {
    double recoverable = recorded - bound;
    return new Outcome(
        rule,
        waiting,
        recoverable <= 0 ? 1 : (recorded - waiting) / recoverable,
        changesPerTenantDay,
        demand == 0 ? 0 : shortfall / demand,
        overCapacity,
        belowRunning);
  }

  private static double scale(Moment moment, Map<String, Long> quotas) {
    long served =
        moment.loads().stream()
            .mapToLong(l -> Math.min(l.demand(), quotas.getOrDefault(l.tenant(), 0L)))
            .sum();
    return served > moment.capacity() ? moment.capacity() / (double) served : 1;
  }

  private static long sum(Map<String, Long> quotas) {
    return quotas.values().stream().mapToLong(Long::longValue).sum();
  }
}
