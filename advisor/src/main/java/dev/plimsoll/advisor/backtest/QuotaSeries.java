package dev.plimsoll.advisor.backtest;

import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.SortedMap;

/**
 * The quotas that a rule set at each step of a trace.
 *
 * @param trace the trace
 * @param quotas by tenant, one map a step
 * @param withheld how many decisions changed nothing because they exceeded a limit
 */
public record QuotaSeries(DemandTrace trace, List<SortedMap<String, Long>> quotas, int withheld) {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  public QuotaSeries {
    quotas = List.copyOf(quotas);
  }

  /** Returns the quota of the tenant at a step, 0 if it has none. */
  public long of(String tenant, int step) {
    return quotas.get(step).getOrDefault(tenant, 0L);
  }

  /** Returns how often a quota was changed, beginning with the quotas recorded first. */
  public long changes() {
    long changes = 0;
    for (int i = 0; i < trace.tenants().size(); i++) {
      String tenant = trace.tenants().get(i);
      long before = trace.first().quotas().get(i);
      for (int m = 0; m < quotas.size(); m++) {
        long quota = of(tenant, m);
        changes += quota == before ? 0 : 1;
        before = quota;
      }
    }
    return changes;
  }

  /**
   * Returns the columns {@code time}, {@code tenant} and {@code quota_gpus}: for each tenant one
   * row at the first step, then one whenever its quota changes.
   */
  public String toCsv() {
    StringBuilder csv = new StringBuilder("time,tenant,quota_gpus\n");
    for (int m = 0; m < quotas.size(); m++) {
      String time = trace.samples().get(m).time().format(TIME);
      for (String tenant : trace.tenants()) {
        long quota = of(tenant, m);
        if (m == 0 || quota != of(tenant, m - 1)) {
          csv.append(time).append(',').append(tenant).append(',').append(quota).append('\n');
        }
      }
    }
    return csv.toString();
  }
}
