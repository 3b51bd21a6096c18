package dev.plimsoll.admission.review;

import java.time.Duration;

/**
 * How long answers and what they reserve last.
 *
 * @param timeout how long an answer may take at most
 * @param reservation how long something is reserved; longer than any request takes
 * @param undecided what becomes of requests that can't be decided on
 */
public record ReviewSettings(Duration timeout, Duration reservation, Undecided undecided) {

  /** Two seconds, and a minute: the API server lets no request take longer than 34 seconds. */
  public static final ReviewSettings DEFAULT =
      new ReviewSettings(Duration.ofSeconds(2), Duration.ofMinutes(1), Undecided.DENY);
}
