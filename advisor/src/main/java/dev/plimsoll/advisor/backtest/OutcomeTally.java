package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.rebalance.Observation;
import dev.plimsoll.model.tenancy.rebalance.TenantLoad;
import java.util.Map;
import java.util.TreeMap;

/** Adds up what quotas do, observation by observation. */
final class OutcomeTally {
  private Map<String, Double> running = new TreeMap<>();
  private double waiting;
  private double shortfall;
  private double demand;
  private long overCapacity;
  private long belowRunning;

  /** Adds an observation, at which that would have been fair. */
  void add(Observation observation, Apportionment fair, Map<String, Long> quotas) {
    double scale = scale(observation, quotas);
    double hours = observation.interval().toSeconds() / 3600.0;
    Map<String, Double> served = new TreeMap<>();
    for (TenantLoad tenantLoad : observation.loads()) {
      long quota = quotas.getOrDefault(tenantLoad.tenant(), 0L);
      double units = scale * Math.min(tenantLoad.demand(), quota);
      served.put(tenantLoad.tenant(), units);
      waiting += (tenantLoad.demand() - units) * hours;
      shortfall += Math.max(0, fair.of(tenantLoad.tenant()) - units) * hours;
      demand += tenantLoad.demand() * hours;
      double still =
          Math.min((double) tenantLoad.demand(), running.getOrDefault(tenantLoad.tenant(), 0.0));
      belowRunning += quota < Math.floor(still) ? 1 : 0;
    }
    overCapacity += sum(quotas) > observation.capacity() ? 1 : 0;
    running = served;
  }

  double waiting() {
    return waiting;
  }

  /** Returns the outcome, where so many GPU-hours waited as recorded and must wait at least. */
  RuleOutcome outcome(String rule, double recorded, double bound, double changesPerTenantDay) {
    double recoverable = recorded - bound;
    return new RuleOutcome(
        rule,
        waiting,
        recoverable <= 0 ? 1 : (recorded - waiting) / recoverable,
        changesPerTenantDay,
        demand == 0 ? 0 : shortfall / demand,
        overCapacity,
        belowRunning);
  }

  private static double scale(Observation observation, Map<String, Long> quotas) {
    long served =
        observation.loads().stream()
            .mapToLong(l -> Math.min(l.demand(), quotas.getOrDefault(l.tenant(), 0L)))
            .sum();
    return served > observation.capacity() ? observation.capacity() / (double) served : 1;
  }

  private static long sum(Map<String, Long> quotas) {
    return quotas.values().stream().mapToLong(Long::longValue).sum();
  }
}
