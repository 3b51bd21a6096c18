package dev.plimsoll.model.start;

import dev.plimsoll.model.lifetime.SurvivalCurve;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The factors by which the laws of one simulation differ from the observed laws. A few ends tell
 * little about a law, and laws change. So each simulation draws its own laws: it multiplies the
 * hazard of each curve, and the rate of arrivals. Otherwise the chances of many pods would cancel
 * each other out, and the interval would be too narrow.
 */
final class RunFactors {
  /** The greatest factor; the least is its inverse. */
  static final double GREATEST = 3;

  /** By how much all lifetimes together differ, as the deviation of the logarithm. */
  private static final double LIFETIME_DRIFT = 0.12;

  private static final double ARRIVAL_DRIFT = 0.12;

  /** The weight of the wider groups of a curve, as a number of ends. */
  private static final double ENDS_OF_WIDER_GROUPS = 3;

  private final double arrivalRate;
  private final IdentityHashMap<SurvivalCurve, Double> inverses = new IdentityHashMap<>();

  /**
   * Draws the factors of a simulation.
   *
   * @param curves the curves, in an order that doesn't change
   */
  RunFactors(SplittableRandom random, Collection<SurvivalCurve> curves) {
    double all = LIFETIME_DRIFT * random.nextGaussian();
    this.arrivalRate = Math.exp(ARRIVAL_DRIFT * random.nextGaussian());
    for (SurvivalCurve curve : curves) {
      double own = random.nextGaussian() / Math.sqrt(curve.ends() + ENDS_OF_WIDER_GROUPS);
      double most = Math.log(GREATEST);
      inverses.put(curve, Math.exp(Math.max(-most, Math.min(most, all + own))));
    }
  }

  /** Returns the factor of the rate of arrivals. */
  double arrivalRate() {
    return arrivalRate;
  }

  /**
   * Returns the number that a curve is asked for: uniform in (0, 1], raised to the inverse of the
   * factor.
   */
  double scaled(Optional<SurvivalCurve> curve, double u) {
    return curve.isEmpty() ? u : Math.pow(u, inverses.getOrDefault(curve.get(), 1.0));
  }
}
