package dev.plimsoll.kubernetes.usage;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides whether a pod is idle. All its devices were below the threshold for the whole window, in
 * each sample and without a hole, up to now.
 *
 * @param threshold usage below is quiet, in percent
 * @param window how long a pod must be quiet
 */
public record IdleRule(double threshold, Duration window) {
  /** The time between two samples. */
  public static final Duration STEP = Duration.ofMinutes(1);

  /** How old the last sample may be. Prometheus looks back for a sample as far as that. */
  private static final Duration FRESH = Duration.ofMinutes(5);

  /** The rule if nobody chooses another; {@code bench/idle} measures how often it is right. */
  public static final IdleRule DEFAULT = new IdleRule(1, Duration.ofHours(4));

  /** Returns the same rule with another window. */
  public IdleRule withWindow(Duration other) {
    return new IdleRule(threshold, other);
  }

  /** Returns an empty summary of samples, to which this rule's threshold applies. */
  public UsageSamples samples() {
    return new UsageSamples(threshold, STEP);
  }

  /**
   * Returns the time since which a pod is idle; empty if it isn't, or if that isn't known.
   *
   * @param usage the samples under the pod's name
   * @param started the start of the pod; samples before belong to another pod of the name
   * @param held how many devices must have been measured
   */
  public Optional<Instant> idleSince(DeviceUsage usage, Instant started, long held, Instant now) {
    return usage
        .quietSince()
        .filter(q -> usage.devices() >= held && !usage.last().plus(FRESH).isBefore(now))
        .map(quiet -> quiet.isBefore(started) ? started : quiet)
        .filter(since -> !since.plus(window).isAfter(usage.last()));
  }

  /** Returns whether a pod's usage is known at present. */
  public boolean isMeasured(DeviceUsage usage, Instant started, Instant now) {
    return usage.last().isAfter(started) && !usage.last().plus(FRESH).isBefore(now);
  }
}
