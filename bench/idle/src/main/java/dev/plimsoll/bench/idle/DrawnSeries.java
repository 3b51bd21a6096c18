package dev.plimsoll.bench.idle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;

/** Series of three days that follow known laws. */
final class DrawnSeries {
  private static final int MINUTES = 3 * 24 * Series.HOUR;

  /** How a pod uses its devices, and how its exporter behaves. */
  private enum Law {
    /** It works for up to 12 hours, or not at all, and is forgotten then. */
    IDLE,
    /** It computes all the time. */
    STEADY,
    /** It serves requests that come at random: on average one in 3 to 40 minutes. */
    BURSTS,
    /** It loads data for 10 to 50 minutes at first, and up to 30 minutes after each phase. */
    LOAD,
    /** It stops for 2 to 20 minutes every half hour to two hours. */
    CHECKPOINTS,
    /** It is forgotten, and its exporter restarts once or twice a day, for 1 to 5 minutes. */
    RESTARTS_OF_IDLE,
    /** It computes with checkpoints, and its exporter restarts every two hours. */
    RESTARTS_OF_BUSY,
    /** It is forgotten or computes, and samples are missing for one to six hours at times. */
    HOLES,
    /** It serves requests by day. At night it is idle, and nothing tells when the morning is. */
    NIGHTS
  }

  /** The law of pods that are idle until somebody comes back at a time that nobody knows. */
  static final String NIGHTS = Law.NIGHTS.name().toLowerCase(Locale.ROOT);

  private final Random random;
  private final double[] busy = new double[MINUTES];
  private final BitSet idle = new BitSet();

  private DrawnSeries(Random random) {
    this.random = random;
  }

  /** Draws some pods of each law. */
  static List<Series> of(long seed, int podsOfLaw, double threshold) {
    List<Series> all = new ArrayList<>();
    long start = seed * 1_000_003;
    for (Law law : Law.values()) {
      for (int i = 0; i < podsOfLaw; i++) {
        Random random = new Random(new SplittableRandom(start + i).nextLong());
        all.add(new DrawnSeries(random).draw(law, threshold));
      }
      start += 10_007;
    }
    return all;
  }

  private Series draw(Law law, double threshold) {
    switch (law) {
      case IDLE -> forgotten(threshold);
      case STEADY -> compute(0, MINUTES);
      case BURSTS -> bursts(0, MINUTES, between(3, 40));
      case LOAD -> phases(between(10, 50), 120, 600, 30);
      case CHECKPOINTS -> phases(0, 30, 120, 20);
      case RESTARTS_OF_IDLE -> {
        forgotten(threshold);
        holes(16 * Series.HOUR, 1, 5);
      }
      case RESTARTS_OF_BUSY -> {
        phases(0, 30, 120, 20);
        holes(2 * Series.HOUR, 1, 5);
      }
      case HOLES -> {
        if (random.nextBoolean()) {
          forgotten(threshold);
        } else {
          phases(0, 30, 120, 20);
        }
        holes(24 * Series.HOUR, 60, 360);
      }
      case NIGHTS -> nights();
      default -> throw new IllegalArgumentException(law.name());
    }
    return new Series(law.name().toLowerCase(Locale.ROOT), 0, busy, idle);
  }

  private int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  private void compute(int from, int to) {
    double level = between(20, 95);
    for (int i = from; i < Math.min(to, MINUTES); i++) {
      busy[i] = Math.min(100, Math.max(5, level + 10 * random.nextGaussian()));
    }
  }

  /** Uses up to half of the threshold now and then, as a driver does. */
  private void forgotten(double threshold) {
    int end = random.nextInt(3) == 0 ? 0 : between(10, 720);
    phases(0, 30, 120, 20);
    for (int i = end; i < MINUTES; i++) {
      busy[i] = random.nextInt(20) == 0 ? threshold / 2 * random.nextDouble() : 0;
    }
    idle.set(end, MINUTES);
  }

  private void bursts(int from, int to, double mean) {
    int minute = from;
    while (minute < to) {
      int quiet = (int) (-mean * Math.log(1 - random.nextDouble()));
      minute += quiet;
      int end = Math.min(to, minute + between(1, 8));
      if (minute < to) {
        compute(minute, end);
      }
      minute = end;
    }
  }

  private void phases(int first, int least, int most, int pause) {
    int minute = first;
    while (minute < MINUTES) {
      int end = minute + between(least, most);
      compute(minute, end);
      minute = end + between(2, pause);
    }
  }

  private void nights() {
    Arrays.fill(busy, 0);
    for (int day = 0; day < MINUTES; day += 24 * Series.HOUR) {
      int morning = day + 7 * Series.HOUR + between(0, 90);
      int evening = day + 19 * Series.HOUR + between(0, 120);
      bursts(morning, evening, between(5, 25));
      idle.set(day == 0 ? 0 : day - 3 * Series.HOUR, morning);
      idle.set(evening, Math.min(MINUTES, day + 24 * Series.HOUR));
    }
  }

  /** Makes holes at random times. */
  private void holes(int mean, int least, int most) {
    int minute = 0;
    while (true) {
      minute += 1 + (int) (-mean * Math.log(1 - random.nextDouble()));
      int end = minute + between(least, most);
      if (end >= MINUTES) {
        return;
      }
      Arrays.fill(busy, minute, end, Double.NaN);
      minute = end;
    }
  }
}
