package dev.plimsoll.bench.when;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** How long pods run, by a law that is known. */
@FunctionalInterface
interface Law {
  /** The longest that a drawn pod runs. */
  double LONGEST_HOURS = 72;

  /**
   * Draws how many hours a pod runs.
   *
   * @param scale the hours that are usual for the pod's owner
   * @param progress the part of the recorded time that is over, from 0 to 1
   */
  double hours(RandomGenerator random, double scale, double progress);

  /** Draws how long a pod runs that somebody creates at that instant. */
  default Duration draw(RandomGenerator random, double scale, Instant at, Duration horizon) {
    double progress =
        (double) Duration.between(Scenario.START, at).toSeconds()
            / Math.max(1, horizon.toSeconds());
    double hours = Math.min(LONGEST_HOURS, hours(random, scale, progress));
    return Duration.ofMillis(Math.max(1000, Math.round(hours * 3_600_000)));
  }

  /** The memoryless law. */
  static Law exponential() {
    return (random, scale, progress) -> scale * random.nextExponential();
  }

  /** The logarithm is normal with that deviation. */
  static Law logNormal(double deviation) {
    return (random, scale, progress) -> scale * Math.exp(deviation * random.nextGaussian());
  }

  /** A Pareto law; below 2 its variance is infinite. */
  static Law pareto(double exponent) {
    return (random, scale, progress) ->
        0.5 * scale * Math.pow(1 - random.nextDouble(), -1 / exponent);
  }

  /** Some pods fail after some minutes, the others run for about as long as is usual. */
  static Law bimodal(double failing) {
    return (random, scale, progress) ->
        random.nextDouble() < failing
            ? 0.05 + 0.05 * random.nextDouble()
            : scale * Math.exp(0.2 * random.nextGaussian());
  }

  /** Weibull's law; with a shape above 1 pods end the sooner the older they are. */
  static Law weibull(double shape) {
    return (random, scale, progress) -> scale * Math.pow(random.nextExponential(), 1 / shape);
  }

  /** From the middle of the time asked about, pods run for longer by a factor. */
  static Law changing(Law law, double factor) {
    return (random, scale, progress) ->
        law.hours(random, progress < 0.3 ? scale : factor * scale, progress);
  }
}
