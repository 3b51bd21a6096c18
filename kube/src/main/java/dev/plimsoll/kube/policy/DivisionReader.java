package dev.plimsoll.kube.policy;

import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.DivisionHistory;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** Reads by what a policy divides. */
final class DivisionReader {
  static final String DEFAULT = "Demand";
  static final Duration PEAK = Duration.ofDays(7);
  static final BigDecimal FACTOR = new BigDecimal("1.5");

  private DivisionReader() {}

  static Division read(Section division) {
    String type = division.choice("type", PolicyKeys.DIVISIONS, DEFAULT);
    BigDecimal overcommit = division.decimal("overcommit", BigDecimal.ONE);
    BigDecimal factor = division.decimal("factor", FACTOR);
    boolean generous = type.equals("Generous");
    if (division.has("factor") && !generous) {
      division.addError("factor", "is only for the division Generous; drop it");
    }
    if (division.has("window") && type.equals("Proportional")) {
      division.addError("window", "is only for the divisions Demand and Generous; drop it");
    }
    if (division.has("history") && !type.equals("Demand")) {
      division.addError("history", "is only for the division Demand; drop it");
    }
    Duration window =
        division.parsed("window", PolicyDurations::parse).orElse(generous ? PEAK : Duration.ZERO);
    return switch (type) {
      case "Proportional" -> new Division.Proportional(overcommit);
      case "Generous" -> new Division.Generous(factor, window, overcommit);
      default ->
          new Division.Demand(
              window,
              overcommit,
              division.has("history")
                  ? Optional.of(history(division.section("history", PolicyKeys.HISTORY)))
                  : Optional.empty());
    };
  }

  private static DivisionHistory history(Section history) {
    return new DivisionHistory(
        history
            .parsed("halfLife", t -> PolicyDurations.parse(t, "1h", "90d"))
            .orElse(DivisionHistory.DEFAULT.halfLife()),
        history
            .parsed("influence", ChangesReader::part)
            .orElse(DivisionHistory.DEFAULT.influence()));
  }
}
