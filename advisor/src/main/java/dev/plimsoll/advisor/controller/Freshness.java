package dev.plimsoll.advisor.controller;

import dev.plimsoll.kube.watch.WatchHealth;
import dev.plimsoll.server.health.WatchReadiness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Whether informers know the cluster well enough for decisions. */
final class Freshness {
  private static final int NAMED = 3;

  private Freshness() {}

  /**
   * Returns why they don't, as a sentence.
   *
   * @param staleAfter how long the server may be silent
   */
  static Optional<String> problem(WatchHealth health, Duration staleAfter) {
    List<String> problems = health.problems();
    return problems.isEmpty()
        ? WatchReadiness.problem(health, staleAfter)
        : Optional.of(text(problems));
  }

  static String text(List<String> problems) {
    int more = problems.size() - NAMED;
    return String.join("; ", problems.subList(0, Math.min(NAMED, problems.size())))
        + (more > 0 ? "; and %d more".formatted(more) : "");
  }
}
