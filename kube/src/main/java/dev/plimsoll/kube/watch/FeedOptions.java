package dev.plimsoll.kube.watch;

import java.time.Duration;

/**
 * How a feed behaves.
 *
 * @param firstPause the pause after a first failure; it doubles with each
 * @param longestPause the longest pause between attempts
 * @param selfCheck how often the picture is compared with what the server has
 * @param grace how long news may take before a difference counts as drift
 */
public record FeedOptions(
    Duration firstPause, Duration longestPause, Duration selfCheck, Duration grace) {

  /** Pauses of 0.8 to 30 seconds as client-go has them; a check each ten minutes. */
  public static final FeedOptions DEFAULT =
      new FeedOptions(
          Duration.ofMillis(800),
          Duration.ofSeconds(30),
          Duration.ofMinutes(10),
          Duration.ofSeconds(15));
}
