package dev.plimsoll.kube.watch;

import java.time.Duration;

/**
 * How informers behave.
 *
 * @param initialBackoff the pause after a first failure; it doubles with each
 * @param maxBackoff the longest pause between attempts
 * @param selfCheckInterval how often the snapshot is compared with what the server has
 * @param gracePeriod how long an event may take before a difference counts as drift
 * @param longestSilence a watch that sends nothing for so long is opened anew
 */
public record InformerOptions(
    Duration initialBackoff,
    Duration maxBackoff,
    Duration selfCheckInterval,
    Duration gracePeriod,
    Duration longestSilence) {

  /**
   * Pauses of 0.8 to 30 seconds as client-go has them; a check each ten minutes. Servers send a
   * bookmark each minute, but none of a kind of which nothing has changed since they started: so 90
   * seconds of silence mean that nobody is there, or nothing. To ask again tells.
   */
  public static final InformerOptions DEFAULT =
      new InformerOptions(
          Duration.ofMillis(800),
          Duration.ofSeconds(30),
          Duration.ofMinutes(10),
          Duration.ofSeconds(15),
          Duration.ofSeconds(90));

  /** Informers that take a watch for dead as late as by default. */
  public InformerOptions(
      Duration initialBackoff,
      Duration maxBackoff,
      Duration selfCheckInterval,
      Duration gracePeriod) {
    this(initialBackoff, maxBackoff, selfCheckInterval, gracePeriod, DEFAULT.longestSilence());
  }
}
