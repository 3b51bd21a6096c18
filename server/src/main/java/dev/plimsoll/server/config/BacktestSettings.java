package dev.plimsoll.server.config;

import dev.plimsoll.kube.yaml.Section;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of the back-test in the view of advice.
 *
 * @param demand recorded demand, as {@code plimsoll backtest --demand} reads it
 * @param policy a file with the CapacityPolicy whose bounds are kept; empty for none
 */
public record BacktestSettings(Path demand, Optional<Path> policy) {
  /** The keys of the section {@code backtest}. */
  static final Set<String> KEYS = Set.of("demand", "policy");

  /**
   * Reads the section; what is wrong is added to the document's errors.
   *
   * @param file beside which the files lie that it names
   */
  static Optional<BacktestSettings> of(Section section, Path file) {
    Optional<Path> demand = section.parsedText("demand", file::resolveSibling);
    Optional<Path> policy = section.parsedText("policy", file::resolveSibling);
    if (policy.isPresent() && !section.has("demand")) {
      section.addError("demand", "is required");
    }
    return demand.map(d -> new BacktestSettings(d, policy));
  }
}
