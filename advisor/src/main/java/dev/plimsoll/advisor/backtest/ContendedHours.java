package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.division.Apportionment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares each tenant's contended GPU-hours with its weight. Hours are contended while the tenants
 * want more than the capacity.
 *
 * @param tenants each tenant's hours, in the order of the trace
 * @param offWeights the part of the contended GPU-hours that tenants had beyond what their weights
 *     gave them, in the worst 7 days
 */
public record ContendedHours(List<Tenant> tenants, double offWeights) {
  private static final Duration WINDOW = Duration.ofDays(7);

  /**
   * One tenant's GPU-hours of contended time.
   *
   * @param due what was fair by weight, at most what the tenant wanted
   * @param had what the tenant used
   */
  public record Tenant(String name, double due, double had) {}

  public ContendedHours {
    tenants = List.copyOf(tenants);
  }

  /**
   * Adds up what quotas did.
   *
   * @param fair what was fair at each step
   */
  static ContendedHours of(QuotaSeries series, List<TraceStep> steps, List<Apportionment> fair) {
    List<String> names = series.trace().tenants();
    int window = (int) Math.min(steps.size(), Math.max(1, WINDOW.dividedBy(series.trace().step())));
    double[][] due = new double[steps.size()][names.size()];
    double[][] had = new double[steps.size()][names.size()];
    double[] dueInWindow = new double[names.size()];
    double[] hadInWindow = new double[names.size()];
    double[] dueInAll = new double[names.size()];
    double[] hadInAll = new double[names.size()];
    double worst = 0;
    for (int i = 0; i < steps.size(); i++) {
      add(series, steps.get(i), fair.get(i), i, due[i], had[i]);
      for (int t = 0; t < names.size(); t++) {
        dueInAll[t] += due[i][t];
        hadInAll[t] += had[i][t];
        dueInWindow[t] += due[i][t] - (i < window ? 0 : due[i - window][t]);
        hadInWindow[t] += had[i][t] - (i < window ? 0 : had[i - window][t]);
      }
      worst = i + 1 < window ? worst : Math.max(worst, beyond(dueInWindow, hadInWindow));
    }
    List<Tenant> tenants = new ArrayList<>();
    for (int t = 0; t < names.size(); t++) {
      tenants.add(new Tenant(names.get(t), dueInAll[t], hadInAll[t]));
    }
    return new ContendedHours(tenants, worst);
  }

  private static void add(
      QuotaSeries series, TraceStep step, Apportionment fair, int at, double[] due, double[] had) {
    long wanted = step.loads().stream().mapToLong(TenantLoad::demand).sum();
    if (wanted <= step.capacity()) {
      return;
    }
    double hours = series.trace().stepHours();
    double scale = OutcomeTally.scale(step, series.quotas().get(at));
    for (int t = 0; t < due.length; t++) {
      TenantLoad load = step.loads().get(t);
      due[t] = fair.of(load.tenant()) * hours;
      had[t] = scale * Math.min(load.demand(), series.of(load.tenant(), at)) * hours;
    }
  }

  private static double beyond(double[] due, double[] had) {
    double all = 0;
    double beyond = 0;
    for (int t = 0; t < due.length; t++) {
      all += due[t];
      beyond += Math.max(0, had[t] - due[t]);
    }
    return all < 1e-6 ? 0 : beyond / all;
  }
}
