package dev.plimsoll.advisor.controller;

import java.time.Duration;

/**
 * When the controller decides, besides at least once in the policy's interval. Durations are by the
 * controller's clock unless they say otherwise.
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
