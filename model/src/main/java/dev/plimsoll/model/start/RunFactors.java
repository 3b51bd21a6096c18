package dev.plimsoll.model.start;

import dev.plimsoll.model.lifetime.RecentEnds;
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
 *
 * <p>The factor of all hazards has two parts. One is that of the recent ends: a gamma law that
 * starts with mean 1 and learns from the ends that came beside those expected. The other is how
 * much laws will still change.
 */
final class RunFactors {
  /** The greatest factor; the least is its inverse. */
  static final double GREATEST = 3;

  /** By how much all hazards of a half day differ from those of another, as a deviation. */
  private static final double DRIFT = 0.25;

  private static final double ARRIVAL_DRIFT = 0.12;

  /** The weight of the wider groups of a curve, as a number of ends. */
  private static final double ENDS_OF_WIDER_GROUPS = 3;

  private final double arrivalRate;
  private final IdentityHashMap<SurvivalCurve, Double> inverses = new IdentityHashMap<>();

  /**
   * Draws the factors of a simulation.
   *
   * @param curves the curves, in an order that doesn't change
   * @param recent what ended lately, and should have by the curves
   */
  RunFactors(SplittableRandom random, Collection<SurvivalCurve> curves, RecentEnds recent) {
    double all = DRIFT * random.nextGaussian() - Math.log(hazard(random, recent));
    this.arrivalRate = Math.exp(ARRIVAL_DRIFT * random.nextGaussian());
    for (SurvivalCurve curve : curves) {
      double own = random.nextGaussian() / Math.sqrt(curve.ends() + ENDS_OF_WIDER_GROUPS);
      double most = Math.log(GREATEST);
      inverses.put(curve, Math.exp(Math.max(-most, Math.min(most, all + own))));
    }
  }

  /** Draws the factor of recent hazards, by the approximation of Wilson and Hilferty. */
  private static double hazard(SplittableRandom random, RecentEnds recent) {
    double shape = 1 / (DRIFT * DRIFT) + recent.ended();
    double rate = 1 / (DRIFT * DRIFT) + recent.expected();
    double root = 1 - 1 / (9 * shape) + random.nextGaussian() / (3 * Math.sqrt(shape));
    return shape * Math.pow(Math.max(0.1, root), 3) / rate;
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
