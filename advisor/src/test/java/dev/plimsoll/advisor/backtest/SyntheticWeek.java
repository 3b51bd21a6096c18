package dev.plimsoll.advisor.backtest;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A made-up week of a cluster: jobs of 1 to 8 GPUs come at random and last from minutes to days. A
 * seed always gives the same week.
 */
final class SyntheticWeek {
  private static final Duration STEP = Duration.ofMinutes(5);
  private static final int MOMENTS_A_DAY = 288;
  private static final int MOMENTS = 7 * MOMENTS_A_DAY;

  /** The logarithm of a job's length in moments is distributed normally. */
  private static final double MEDIAN = 3.4;

  private static final double SPREAD = 1.4;
  private static final double MEAN = Math.exp(MEDIAN + SPREAD * SPREAD / 2);
  private static final int[] SIZES = {1, 1, 1, 2, 4, 8, 8};

  /** How demand comes about. */
  enum Kind {
    /** The same all the time. */
    STEADY,
    /** By day more than by night, each tenant at hours of its own. */
    DIURNAL,
    /** Seldom, and then much at once. */
    BURSTY,
    /** One tenant wants several times its quota all the week. */
    STARVING,
    /** A quarter of the quotas is taken back for two days. */
    CAPACITY_LOSS,
    /** Some tenants idle one day and at work the next. */
    ALTERNATING
  }

  private final Kind kind;
  private final Random random;
  private final long[] quotas;
  private final long[][] demands;

  private SyntheticWeek(Kind kind, long seed) {
    this.kind = kind;
    this.random = new Random(seed);
    this.quotas = IntStream.range(0, 6 + random.nextInt(10)).mapToLong(t -> quota()).toArray();
    this.demands = new long[quotas.length][MOMENTS];
  }

  static DemandTrace of(Kind kind, long seed) {
    SyntheticWeek syntheticWeek = new SyntheticWeek(kind, seed);
    for (int tenant = 0; tenant < syntheticWeek.quotas.length; tenant++) {
      syntheticWeek.work(tenant);
    }
    return syntheticWeek.trace();
  }

  private long quota() {
    return 16L * (1 + random.nextInt(12));
  }

  private void work(int tenant) {
    double load = 0.3 + 0.5 * random.nextDouble();
    double phase = random.nextDouble();
    double meanSize = Arrays.stream(SIZES).average().orElse(1);
    for (int m = -3 * MOMENTS_A_DAY; m < MOMENTS; m++) {
      double wanted = quotas[tenant] * load * intensity(tenant, m, phase);
      int jobs = poisson(wanted / meanSize / MEAN);
      for (int j = 0; j < jobs; j++) {
        job(tenant, m, SIZES[random.nextInt(SIZES.length)]);
      }
    }
  }

  private double intensity(int tenant, int moment, double phase) {
    double day = moment / (double) MOMENTS_A_DAY;
    return switch (kind) {
      case STEADY, CAPACITY_LOSS -> 1;
      case DIURNAL -> Math.max(0, 1 + Math.sin(2 * Math.PI * (day + phase)));
      case BURSTY -> random.nextInt(100) == 0 ? 100 * random.nextDouble() : 0.2;
      case STARVING -> tenant == 0 ? 5 : 0.7;
      case ALTERNATING -> Math.floorMod((int) Math.floor(day + 2 * phase), 2) == 0 ? 2 : 0.1;
    };
  }

  /** Adds a job that lasts for seven hours on average, half of them less than three. */
  private void job(int tenant, int from, int gpus) {
    double length = Math.exp(MEDIAN + SPREAD * random.nextGaussian());
    int to = (int) Math.min(MOMENTS, from + Math.max(1, Math.min(length, 3.0 * MOMENTS_A_DAY)));
    for (int m = Math.max(0, from); m < to; m++) {
      demands[tenant][m] += gpus;
    }
  }

  private int poisson(double mean) {
    int events = 0;
    for (double left = mean + Math.log(1 - random.nextDouble()); left > 0; events++) {
      left += Math.log(1 - random.nextDouble());
    }
    return events;
  }

  private DemandTrace trace() {
    List<DemandTrace.Sample> samples = new ArrayList<>();
    LocalDateTime start = LocalDateTime.of(2030, 1, 7, 0, 0);
    for (int m = 0; m < MOMENTS; m++) {
      int moment = m;
      boolean lost = kind == Kind.CAPACITY_LOSS && m > 3 * MOMENTS_A_DAY && m < 5 * MOMENTS_A_DAY;
      samples.add(
          new DemandTrace.Sample(
              start.plus(STEP.multipliedBy(m)),
              Arrays.stream(quotas).map(q -> lost ? q * 3 / 4 : q).boxed().toList(),
              Arrays.stream(demands).map(d -> d[moment]).toList()));
    }
    List<String> names =
        IntStream.range(0, quotas.length).mapToObj(t -> String.format("tenant-%02d", t)).toList();
    return new DemandTrace(STEP, names, samples);
  }
}
