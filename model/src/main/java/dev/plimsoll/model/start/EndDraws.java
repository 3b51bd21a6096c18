package dev.plimsoll.model.start;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws when running pods end. Most of them end after the pods in question have started, so ends
 * beyond a reach are drawn and not computed: a draw tells by one comparison whether it is beyond.
 */
final class EndDraws {
  private final List<Occupant> occupants;
  private final double reach;
  private final double[] beyond;

  /**
   * Makes draws.
   *
   * @param reach the seconds beyond which no end is needed
   */
  EndDraws(List<Occupant> occupants, double reach) {
    this.occupants = occupants;
    this.reach = reach;
    this.beyond = new double[occupants.size()];
    for (int i = 0; i < beyond.length; i++) {
      beyond[i] = occupants.get(i).survival(reach);
    }
  }

  double reach() {
    return reach;
  }

  /** Draws all ends; the same random numbers give the same ends with any reach. */
  EndQueue draw(SplittableRandom random) {
    EndQueue ends = new EndQueue(64);
    for (int i = 0; i < beyond.length; i++) {
      double u = 1 - random.nextDouble();
      if (u >= beyond[i]) {
        double end = occupants.get(i).end(u);
        if (end <= reach) {
          ends.add(Math.max(0, end), i);
        }
      }
    }
    return ends;
  }
}
