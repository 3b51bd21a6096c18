package dev.plimsoll.bench.when;

import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.util.List;

/** The scenarios with known laws. */
final class DrawnScenarios {
  private static final Law USUAL = Law.logNormal(0.7);

  private DrawnScenarios() {}

  static final List<DrawnScenario> ALL =
      List.of(
          plain("exponential", Law.exponential(), PlacementMode.HOLD, 0.9),
          plain("log-normal", Law.logNormal(1), PlacementMode.OFF, 1.05),
          plain("heavy-tailed", Law.pareto(1.3), PlacementMode.HOLD, 0.95),
          plain("bimodal", Law.bimodal(0.4), PlacementMode.GATE, 0.8),
          new DrawnScenario(
              "nightly", USUAL, Arrivals.daily(), PlacementMode.HOLD, 0.8, false, true),
          new DrawnScenario(
              "deadlines",
              Law.exponential(),
              Arrivals.steady(),
              PlacementMode.OFF,
              1.1,
              true,
              false),
          new DrawnScenario(
              "bursts", USUAL, Arrivals.bursts(25), PlacementMode.GATE, 0.75, false, false),
          plain("law changes", Law.changing(USUAL, 2), PlacementMode.HOLD, 0.8),
          new DrawnScenario(
              "held out",
              Law.weibull(1.8),
              Arrivals.daily(),
              PlacementMode.HOLD,
              0.85,
              false,
              false));

  private static DrawnScenario plain(String name, Law law, PlacementMode placement, double load) {
    return new DrawnScenario(name, law, Arrivals.steady(), placement, load, false, false);
  }
}
