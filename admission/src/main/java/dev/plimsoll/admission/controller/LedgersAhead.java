package dev.plimsoll.admission.controller;

import dev.plimsoll.kube.periodic.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Ledgers that say that they were counted from something newer than what this replica has observed.
 * That is so for a while after another one led; for longer only where somebody wrote it into them.
 */
final class LedgersAhead {
  private static final Duration LATEST = Duration.ofMinutes(1);

  private final Ticker ticker;
  private final long tolerated;
  private final Map<String, Long> since = new HashMap<>();

  LedgersAhead(Ticker ticker, Duration longestRequest) {
    this.ticker = ticker;
    this.tolerated = longestRequest.plus(LATEST).toNanos();
  }

  /** Returns whether a ledger has been ahead for so long that it can't be right. */
  boolean isTooLong(String name, boolean isAhead) {
    if (!isAhead) {
      Long unused = since.remove(name);
      return false;
    }
    long now = ticker.read();
    return now - since.computeIfAbsent(name, n -> now) >= tolerated;
  }

  void retain(Set<String> names) {
    since.keySet().retainAll(names);
  }
}
