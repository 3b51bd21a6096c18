package dev.plimsoll.model.start;

import dev.plimsoll.model.lifetime.SurvivalCurve;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * By how much the laws of one simulation differ from those that were observed. A few ends tell
 * little about a law, and laws change. So each simulation draws its own laws: it multiplies the
 * hazard of each curve, and the rate of arrivals. Otherwise the chances of many pods would cancel
 * each other out, and the interval would be too narrow.
 */
final class RunFactors {
  /** By how much all lifetimes together differ, as the deviation of the logarithm. */
  private static final double LIFETIME_DRIFT = 0.2;

  private static final double ARRIVAL_DRIFT = 0.2;

  /** What the wider groups of a curve are worth, in ends. */
  private static final double ENDS_OF_WIDER_GROUPS = 3;

  private final SplittableRandom random;
  private final double allHazards;
  private final double arrivalRate;
  private final Map<SurvivalCurve, Double> hazards = new IdentityHashMap<>();

  /**
   * Draws the factors of a simulation.
   *
   * @param batches how many batches the rate of arrivals rests on
   */
  RunFactors(SplittableRandom random, int batches) {
    this.random = random;
    this.allHazards = LIFETIME_DRIFT * random.nextGaussian();
    this.arrivalRate = Math.exp(deviation(batches, ARRIVAL_DRIFT) * random.nextGaussian());
  }

  private static double deviation(double observed, double drift) {
    return Math.sqrt(1 / Math.max(1, observed) + drift * drift);
  }

  /** Returns by what the rate of arrivals is multiplied. */
  double arrivalRate() {
    return arrivalRate;
  }

  /** Returns what a curve is asked for: uniform in (0, 1], raised to the inverse of its factor. */
  double draw(Optional<SurvivalCurve> curve) {
    double u = 1 - random.nextDouble();
    return curve.isEmpty() ? u : Math.pow(u, hazards.computeIfAbsent(curve.get(), this::inverse));
  }

  private double inverse(SurvivalCurve curve) {
    double own = random.nextGaussian() / Math.sqrt(curve.ends() + ENDS_OF_WIDER_GROUPS);
    return Math.exp(-allHazards - own);
  }
}
