package dev.plimsoll.model.start;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws when running pods end. Most of them end after the pods in question have started, so ends
 * beyond a reach are drawn and not computed: a draw tells by one comparison whether it is beyond.
 */
final class EndDraws {
  private final List<Occupant> occupants;
  private final int[] numbers;
  private final double reach;
  private final double[] beyond;
  private final double[] surelyBeyond;

  /**
   * Makes draws.
   *
   * @param numbers the indexes of the occupants whose ends are drawn
   * @param reach the seconds beyond which no end is needed
   */
  EndDraws(List<Occupant> occupants, int[] numbers, double reach) {
    this.occupants = occupants;
    this.numbers = numbers;
    this.reach = reach;
    this.beyond = new double[numbers.length];
    this.surelyBeyond = new double[beyond.length];
    for (int i = 0; i < beyond.length; i++) {
      beyond[i] = occupants.get(numbers[i]).survival(reach);
      surelyBeyond[i] = beyond[i] > 1 ? beyond[i] : Math.pow(beyond[i], RunFactors.GREATEST);
    }
  }

  double reach() {
    return reach;
  }

  /** Draws all ends; the same random numbers give the same ends with any reach. */
  EndQueue draw(SplittableRandom random, RunFactors factors) {
    EndQueue ends = new EndQueue(64);
    for (int i = 0; i < beyond.length; i++) {
      double u = 1 - random.nextDouble();
      if (u >= surelyBeyond[i]) {
        Occupant occupant = occupants.get(numbers[i]);
        double end = occupant.end(factors.scaled(occupant.curve(), u));
        if (end <= reach) {
          ends.add(Math.max(0, end), numbers[i]);
        }
      }
    }
    return ends;
  }
}
