package dev.plimsoll.advisor.controller;

import dev.plimsoll.kube.watch.WatchHealth;
import dev.plimsoll.server.health.WatchReadiness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Whether informers know the cluster well enough for decisions. */
final class Freshness {
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
        : Optional.of(String.join("; ", problems));
  }
}
