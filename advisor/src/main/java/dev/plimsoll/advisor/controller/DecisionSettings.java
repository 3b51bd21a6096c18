package dev.plimsoll.advisor.controller;

import java.time.Duration;

/**
 * The times at which the controller decides; it also decides at least once per interval of the
 * policy. Durations are by the controller's clock, except where real time is named.
 *
 * @param quiet how long nothing may have changed before what has changed is decided upon
 * @param longest how long what has changed waits at most
 * @param staleAfter how long the API server may be silent before nothing is decided; real time
 */
public record DecisionSettings(Duration quiet, Duration longest, Duration staleAfter) {

  /** After 10 quiet seconds, 60 seconds at most; not after 3 minutes of silence. */
  public static final DecisionSettings DEFAULT =
      new DecisionSettings(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofMinutes(3));
}
