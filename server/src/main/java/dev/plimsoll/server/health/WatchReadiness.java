package dev.plimsoll.server.health;

import dev.plimsoll.kube.watch.WatchHealth;
import java.time.Duration;
import java.util.Optional;

/** Decides whether the watched resources have been read and are current. */
public final class WatchReadiness {
  private WatchReadiness() {}

  /**
   * Returns why not, as a sentence; empty if it is.
   *
   * @param staleAfter how long the API server may be silent
   */
  public static Optional<String> problem(WatchHealth health, Duration staleAfter) {
    if (!health.synced()) {
      return Optional.of("the cluster has not been read completely yet");
    }
    return health
        .timeSinceLastReceived()
        .filter(silence -> silence.compareTo(staleAfter) > 0)
        .map(s -> "no data from the API server for over " + staleAfter.toSeconds() + " seconds");
  }
}
