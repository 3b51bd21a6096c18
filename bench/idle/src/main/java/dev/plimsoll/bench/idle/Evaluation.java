package dev.plimsoll.bench.idle;

import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.UsageSamples;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How right a rule is about series. Each pod is asked about every ten minutes, with the samples up
 * to then.
 *
 * @param asked how many answers said idle, and the hour after is known
 * @param right how many of these pods stayed below the threshold for that hour
 * @param firstAsked how many stretches were called idle at their first moment
 * @param firstRight how many of these stayed below the threshold for the hour after
 * @param idle the minutes in which pods are idle
 * @param found how many of these a call covers, from when it says that the pod is idle
 * @param pods how many pods were called idle at least once
 */
record Evaluation(
    long asked, long right, long firstAsked, long firstRight, long idle, long found, int pods) {
  private static final int EVERY = 10;

  static Evaluation of(List<Series> all, IdleRule rule) {
    return all.parallelStream()
        .map(s -> of(s, rule))
        .reduce(new Evaluation(0, 0, 0, 0, 0, 0, 0), Evaluation::plus);
  }

  private static Evaluation of(Series series, IdleRule rule) {
    UsageSamples samples = rule.samples();
    Instant started = time(series, 0);
    BitSet called = new BitSet();
    long asked = 0;
    long right = 0;
    long firstAsked = 0;
    long firstRight = 0;
    boolean wasIdle = false;
    for (int i = 0; i < series.busy().length; i++) {
      Instant now = time(series, i);
      if (!Double.isNaN(series.busy()[i])) {
        samples.add(now, series.busy()[i], 1);
      }
      Optional<DeviceUsage> usage = samples.usage();
      Optional<Instant> since = usage.flatMap(u -> rule.idleSince(u, started, 1, now));
      boolean isKnown = since.isPresent() && series.knowsHourAfter(i);
      boolean isRight = isKnown && series.staysBelow(i, rule.threshold());
      if (isKnown && !wasIdle) {
        firstAsked++;
        firstRight += isRight ? 1 : 0;
      }
      if (since.isPresent() && (series.first() + i) % EVERY == 0) {
        asked += isKnown ? 1 : 0;
        right += isRight ? 1 : 0;
        called.set((int) Duration.between(started, since.get()).toMinutes(), i + 1);
      }
      wasIdle = since.isPresent();
    }
    int pods = called.isEmpty() ? 0 : 1;
    called.and(series.idle());
    return new Evaluation(
        asked,
        right,
        firstAsked,
        firstRight,
        series.idle().cardinality(),
        called.cardinality(),
        pods);
  }

  private static Instant time(Series series, int minute) {
    return Instant.ofEpochSecond((series.first() + minute) * 60);
  }

  private Evaluation plus(Evaluation other) {
    return new Evaluation(
        asked + other.asked,
        right + other.right,
        firstAsked + other.firstAsked,
        firstRight + other.firstRight,
        idle + other.idle,
        found + other.found,
        pods + other.pods);
  }

  double precision() {
    return share(right, asked);
  }

  double foundShare() {
    return share(found, idle);
  }

  private static double share(long part, long whole) {
    return whole == 0 ? Double.NaN : (double) part / whole;
  }

  static String heading() {
    return row("", "precision", "at once", "found", "idle hours", "pods");
  }

  String row(String name) {
    return row(
        name,
        percent(precision()),
        percent(share(firstRight, firstAsked)),
        percent(foundShare()),
        Long.toString(idle / Series.HOUR),
        Integer.toString(pods));
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.2f %%", 100 * share);
  }

  private static String row(String... cells) {
    return String.format(Locale.ROOT, "%-34s %10s %10s %10s %12s %7s", (Object[]) cells)
        .stripTrailing();
  }
}
