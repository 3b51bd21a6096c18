package dev.plimsoll.advisor.controller;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Tells when to decide: once changes are quiet or have waited long enough, and otherwise after an
 * interval. Not safe for several threads.
 */
final class DecisionTimer {
  private final Duration quiet;
  private final Duration longest;
  private Optional<Instant> firstChange = Optional.empty();
  private Optional<Instant> lastChange = Optional.empty();
  private Optional<Instant> begun = Optional.empty();
  private Duration interval = Duration.ZERO;

  DecisionTimer(Duration quiet, Duration longest) {
    this.quiet = quiet;
    this.longest = longest;
  }

  /** Something has changed that decisions depend on. */
  void changed(Instant now) {
    firstChange = firstChange.or(() -> Optional.of(now));
    lastChange = Optional.of(now);
  }

  /**
   * A decision begins: what has changed before is part of it. Unless it succeeds, it is tried
   * again.
   */
  void begin(Instant now) {
    firstChange = Optional.empty();
    lastChange = Optional.empty();
    begun = Optional.of(now);
    interval = longest;
  }

  /** The decision that was begun is made; the next one follows after an interval at the latest. */
  void succeeded(Duration atMost) {
    interval = atMost;
  }

  /** Forgets when it was decided last, because others decide or because none is known. */
  void reset() {
    begun = Optional.empty();
  }

  /** Returns how long to wait; zero if it is time, and when the clock was set back. */
  Duration left(Instant now) {
    if (begun.isEmpty() || now.isBefore(begun.get())) {
      return Duration.ZERO;
    }
    Instant due = begun.get().plus(interval);
    if (firstChange.isPresent() && lastChange.isPresent()) {
      due = earlier(due, lastChange.get().plus(quiet));
      due = earlier(due, firstChange.get().plus(longest));
    }
    return now.isBefore(due) ? Duration.between(now, due) : Duration.ZERO;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
