package dev.plimsoll.advisor.backtest;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;

/**
 * Recorded demand of the tenants of a cluster, sampled at equal intervals.
 *
 * @param step the time between two samples
 * @param tenants their names, sorted
 * @param samples what was recorded, in the order of time; at least one
 */
public record DemandTrace(Duration step, List<String> tenants, List<Sample> samples) {

  public DemandTrace {
    tenants = List.copyOf(tenants);
    samples = List.copyOf(samples);
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("a trace has at least one sample");
    }
  }

  /**
   * The recorded values at one time, in the order of {@link DemandTrace#tenants}.
   *
   * @param time when
   * @param quotas what each tenant was granted, in GPUs
   * @param demands what each tenant had running and pending, in GPUs
   */
  public record Sample(LocalDateTime time, List<Long> quotas, List<Long> demands) {

    public Sample {
      quotas = List.copyOf(quotas);
      demands = List.copyOf(demands);
    }

    /** Returns the capacity: the sum of the recorded quotas. */
    public long capacity() {
      return sum(quotas);
    }

    /** Returns the demand of all tenants together. */
    long demand() {
      return sum(demands);
    }

    /** Returns the demand beyond the capacity, which must wait under any quotas. */
    long excess() {
      return Math.max(0, demand() - capacity());
    }

    private static long sum(List<Long> units) {
      return units.stream().mapToLong(Long::longValue).sum();
    }
  }

  /** Returns the first sample. */
  public Sample first() {
    return samples.get(0);
  }

  /** Returns how many days the trace lasts. */
  public double days() {
    return samples.size() * (double) step.toSeconds() / Duration.ofDays(1).toSeconds();
  }

  /** Returns the hours from one sample to the next. */
  public double stepHours() {
    return step.toSeconds() / 3600.0;
  }

  /** Returns the samples from one to before another. */
  public DemandTrace between(int from, int to) {
    return new DemandTrace(step, tenants, samples.subList(from, to));
  }
}
