package dev.plimsoll.bench.when;

import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.util.List;

/** The worlds with known laws. */
final class DrawnWorlds {
  private static final Law USUAL = Law.logNormal(0.7);

  private DrawnWorlds() {}

  static final List<DrawnWorld> ALL =
      List.of(
          plain("exponential", Law.exponential(), PlacementMode.HOLD, 0.9),
          plain("log-normal", Law.logNormal(1), PlacementMode.OFF, 1.05),
          plain("heavy-tailed", Law.pareto(1.3), PlacementMode.HOLD, 0.95),
          plain("bimodal", Law.bimodal(0.4), PlacementMode.GATE, 0.8),
          new DrawnWorld("nightly", USUAL, Arrivals.daily(), PlacementMode.HOLD, 0.8, false, true),
          new DrawnWorld(
              "deadlines", Law.exponential(), Arrivals.steady(), PlacementMode.OFF, 1.1, true, false),
          new DrawnWorld(
              "bursts", USUAL, Arrivals.bursts(25), PlacementMode.GATE, 0.75, false, false),
          plain("law changes", Law.changing(USUAL, 2), PlacementMode.HOLD, 0.8),
          new DrawnWorld(
              "held out", Law.weibull(1.8), Arrivals.daily(), PlacementMode.HOLD, 0.85, false, false));

  private static DrawnWorld plain(String name, Law law, PlacementMode placement, double load) {
    return new DrawnWorld(name, law, Arrivals.steady(), placement, load, false, false);
  }
}
