package dev.plimsoll.bench.when;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * In how many seconds a pod starts, by the probability that it has started then.
 *
 * @param quantiles the seconds for each of {@link #LEVELS}
 */
record Forecast(List<Double> quantiles) {
  /** The probabilities. The first and the last bound the 80 % interval. */
  static final List<Double> LEVELS = List.of(0.1, 0.25, 0.5, 0.75, 0.9);

  private static final int MEDIAN = 2;

  Forecast {
    quantiles = List.copyOf(quantiles);
  }

  static Forecast of(DoubleUnaryOperator quantile) {
    return new Forecast(LEVELS.stream().map(quantile::applyAsDouble).toList());
  }

  /** Returns the quantiles of some values. */
  static Forecast ofSample(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return of(
        p -> {
          double at = p * (sorted.length - 1);
          int below = (int) at;
          int above = Math.min(below + 1, sorted.length - 1);
          return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
        });
  }

  /** Returns the forecast with another median, and the others no longer on its wrong side. */
  Forecast withMedian(double median) {
    return new Forecast(
        LEVELS.stream()
            .map(
                p -> {
                  double at = quantiles.get(LEVELS.indexOf(p));
                  return p < 0.5 ? Math.min(at, median) : p > 0.5 ? Math.max(at, median) : median;
                })
            .toList());
  }

  /** Returns the forecast with times beyond some seconds as these seconds. */
  Forecast atMost(double seconds) {
    return new Forecast(quantiles.stream().map(q -> Math.min(q, seconds)).toList());
  }

  double median() {
    return quantiles.get(MEDIAN);
  }

  /** Returns how wide the 80 % interval is. */
  double width() {
    return quantiles.get(LEVELS.size() - 1) - quantiles.get(0);
  }

  /** Returns whether the 80 % interval holds what came. Times are compared to the second. */
  boolean holds(double actual) {
    return isWithin(actual, 0);
  }

  /** Returns whether the 50 % interval holds what came. */
  boolean holdsInHalf(double actual) {
    return isWithin(actual, 1);
  }

  private boolean isWithin(double actual, int from) {
    return actual >= quantiles.get(from) - 1
        && actual <= quantiles.get(LEVELS.size() - 1 - from) + 1;
  }

  double error(double actual) {
    return Math.abs(median() - actual);
  }

  /** Returns the pinball loss, as the mean of the levels. */
  double pinball(double actual) {
    double sum = 0;
    for (int i = 0; i < LEVELS.size(); i++) {
      double beyond = actual - quantiles.get(i);
      sum += beyond >= 0 ? LEVELS.get(i) * beyond : (LEVELS.get(i) - 1) * beyond;
    }
    return sum / LEVELS.size();
  }
}
