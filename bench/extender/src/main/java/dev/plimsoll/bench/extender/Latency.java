package dev.plimsoll.bench.extender;

import java.util.Arrays;

/**
 * How long calls took.
 *
 * @param p50 half of them took no longer, in milliseconds
 * @param p99 ninety-nine of a hundred
 * @param worst the longest
 */
record Latency(double p50, double p99, double worst) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** One call. */
  @FunctionalInterface
  interface Timed {
    /** Makes call number so-and-so; returns how long it took, in nanoseconds. */
    long call(int number) throws Exception;
  }

  /** Makes calls, of which the first are not counted. */
  static Latency of(int warmUp, int counted, Timed timed) throws Exception {
    long[] nanos = new long[counted];
    for (int i = -warmUp; i < counted; i++) {
      long took = timed.call(i + warmUp);
      if (i >= 0) {
        nanos[i] = took;
      }
    }
    Arrays.sort(nanos);
    return new Latency(
        nanos[counted / 2] / NANOS_PER_MILLI,
        nanos[counted * 99 / 100] / NANOS_PER_MILLI,
        nanos[counted - 1] / NANOS_PER_MILLI);
  }
}
