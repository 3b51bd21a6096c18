package dev.plimsoll.advisor.controller;

import dev.plimsoll.kube.watch.WatchHealth;
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
        ? silence(health, staleAfter)
        : Optional.of(String.join("; ", problems));
  }

  /** Returns why they don't as far as the snapshot isn't whole or the server has been silent. */
  static Optional<String> silence(WatchHealth health, Duration staleAfter) {
    if (!health.synced()) {
      return Optional.of("the cluster has not been read completely yet");
    }
    return health
        .timeSinceLastReceived()
        .filter(silence -> silence.compareTo(staleAfter) > 0)
        .map(silence -> "no data from the API server for " + silence.toSeconds() + " seconds");
  }
}
