package dev.plimsoll.admission.controller;

import dev.plimsoll.kube.periodic.Ticker;
import java.time.Clock;
import java.time.Duration;

/**
 * When the controller does what.
 *
 * @param pause the pause between two looks at what has changed
 * @param resyncPeriod how often all ledgers are looked at
 * @param longestRequest after which time no request can be carried out any more
 * @param clock the time, by which reservations expire
 * @param ticker measures durations
 */
public record ControllerSettings(
    Duration pause, Duration resyncPeriod, Duration longestRequest, Clock clock, Ticker ticker) {

  /**
   * The defaults: a tenth of a second, ten seconds, and a minute. The API server ends a request
   * after 34 seconds at most, and other differences between replicas are over after a minute.
   */
  public static final ControllerSettings DEFAULT =
      new ControllerSettings(
          Duration.ofMillis(100),
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Clock.systemUTC(),
          Ticker.SYSTEM);
}
