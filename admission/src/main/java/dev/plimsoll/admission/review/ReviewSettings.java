package dev.plimsoll.admission.review;

import java.time.Duration;
import java.util.Optional;

/**
 * How long answers and what they reserve last.
 *
 * @param timeout how long an answer may take at most
 * @param reservation how long something is reserved; longer than any request takes
 * @param undecided what becomes of requests that can't be decided on
 * @param mode what becomes of requests that are denied
 * @param gangHold how long a gang may hold quota for pods that aren't created; empty if each pod of
 *     a gang counts alone
 */
public record ReviewSettings(
    Duration timeout,
    Duration reservation,
    Undecided undecided,
    ReviewMode mode,
    Optional<Duration> gangHold) {
  private static final Duration GANG_HOLD = Duration.ofMinutes(5);

  /**
   * Two seconds, and a minute: the API server lets no request take longer than 34 seconds. Five
   * minutes for gangs: some controllers wait for the first pod to be ready.
   */
  public static final ReviewSettings DEFAULT =
      new ReviewSettings(
          Duration.ofSeconds(2), Duration.ofMinutes(1), Undecided.DENY, ReviewMode.DENY);

  /** Creates settings by which what is denied is denied. */
  public ReviewSettings(Duration timeout, Duration reservation, Undecided undecided) {
    this(timeout, reservation, undecided, ReviewMode.DENY);
  }

  /** Creates settings with the usual time for gangs. */
  public ReviewSettings(
      Duration timeout, Duration reservation, Undecided undecided, ReviewMode mode) {
    this(timeout, reservation, undecided, mode, Optional.of(GANG_HOLD));
  }

  /** Returns whether the first pod of a gang is denied if a quota lacks something for the gang. */
  public boolean reservesGangs() {
    return mode == ReviewMode.DENY && gangHold.isPresent();
  }

  /** Returns the settings with another mode. */
  public ReviewSettings withMode(ReviewMode other) {
    return new ReviewSettings(timeout, reservation, undecided, other, gangHold);
  }
}
