package dev.plimsoll.kube.watch;

import java.time.Duration;

/**
 * How informers behave.
 *
 * @param initialBackoff the pause after a first failure; it doubles with each
 * @param maxBackoff the longest pause between attempts
 * @param selfCheckInterval how often the snapshot is compared with what the server has
 * @param gracePeriod how long an event may take before a difference counts as drift
 */
public record InformerOptions(
    Duration initialBackoff,
    Duration maxBackoff,
    Duration selfCheckInterval,
    Duration gracePeriod) {

  /** Pauses of 0.8 to 30 seconds as client-go has them; a check each ten minutes. */
  public static final InformerOptions DEFAULT =
      new InformerOptions(
          Duration.ofMillis(800),
          Duration.ofSeconds(30),
          Duration.ofMinutes(10),
          Duration.ofSeconds(15));
}
