package dev.plimsoll.bench.when;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** When pods or gangs are created. */
@FunctionalInterface
interface Arrivals {
  /**
   * Draws the hours at which they are.
   *
   * @param number about how many
   * @param hours over how many hours
   */
  List<Double> draw(RandomGenerator random, double number, double hours);

  /** Each for itself, at a constant rate. */
  static Arrivals steady() {
    return (random, number, hours) -> {
      List<Double> times = new ArrayList<>();
      for (double at = random.nextExponential() * hours / number;
          at < hours;
          at += random.nextExponential() * hours / number) {
        times.add(at);
      }
      return times;
    };
  }

  /** Three times as many in working hours as at night. */
  static Arrivals daily() {
    return (random, number, hours) ->
        steady().draw(random, 1.5 * number, hours).stream()
            .filter(
                at -> {
                  double hour = at % 24;
                  return random.nextDouble() < (hour >= 8 && hour < 20 ? 1 : 1.0 / 3);
                })
            .toList();
  }

  /** Many at once, at random times. */
  static Arrivals bursts(int size) {
    return (random, number, hours) -> {
      List<Double> times = new ArrayList<>();
      for (double at : steady().draw(random, number / size, hours)) {
        for (int i = 0; i < size; i++) {
          times.add(at + 0.02 * random.nextDouble());
        }
      }
      return times;
    };
  }

  /** All of a day at one o'clock in the night. */
  static Arrivals nightly() {
    return (random, number, hours) -> {
      List<Double> times = new ArrayList<>();
      long each = Math.max(1, Math.round(number * 24 / hours));
      for (double night = 1; night < hours; night += 24) {
        for (long i = 0; i < each; i++) {
          times.add(night);
        }
      }
      return times;
    };
  }
}
