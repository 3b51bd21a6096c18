package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.division.Apportionment;
import java.util.Map;
import java.util.TreeMap;

/** Adds up what quotas do, observation by step. */
final class OutcomeTally {
  private Map<String, Double> running = new TreeMap<>();
  private double waiting;
  private double shortfall;
  private double demand;
  private long overCapacity;
  private long belowRunning;

  /**
   * Adds a step.
   *
   * @param fair what would have been fair
   * @param allowed how much all quotas may come to: the capacity, and what was lost of it lately
   */
  void add(TraceStep step, Apportionment fair, Map<String, Long> quotas, long allowed) {
    double scale = scale(step, quotas);
    double hours = step.interval().toSeconds() / 3600.0;
    double lost = Math.min(1, step.capacity() / Math.max(1, sum(running)));
    Map<String, Double> served = new TreeMap<>();
    for (TenantLoad tenantLoad : step.loads()) {
      long quota = quotas.getOrDefault(tenantLoad.tenant(), 0L);
      double units = scale * Math.min(tenantLoad.demand(), quota);
      served.put(tenantLoad.tenant(), units);
      waiting += (tenantLoad.demand() - units) * hours;
      shortfall += Math.max(0, fair.of(tenantLoad.tenant()) - units) * hours;
      demand += tenantLoad.demand() * hours;
      double still =
          Math.min(
              (double) tenantLoad.demand(), lost * running.getOrDefault(tenantLoad.tenant(), 0.0));
      belowRunning += quota < Math.floor(still) ? 1 : 0;
    }
    overCapacity += quotas.values().stream().mapToLong(Long::longValue).sum() > allowed ? 1 : 0;
    running = served;
  }

  double waiting() {
    return waiting;
  }

  /**
   * Returns the outcome, compared with the GPU-hours that waited as recorded and that must wait in
   * any case.
   */
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

  /** Returns the part of what quotas allow that the capacity lets run. */
  static double scale(TraceStep step, Map<String, Long> quotas) {
    long served =
        step.loads().stream()
            .mapToLong(l -> Math.min(l.demand(), quotas.getOrDefault(l.tenant(), 0L)))
            .sum();
    return served > step.capacity() ? step.capacity() / (double) served : 1;
  }

  private static double sum(Map<String, Double> units) {
    return units.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
