package dev.plimsoll.kubernetes.usage;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Sums up the samples of one pod name, one after the other. A quiet stretch ends with a busy
 * sample, with a hole, and if the number of devices changes: nobody knows what happened in the
 * hole, or on the device that is missing. Not safe for use by several threads.
 */
public final class UsageSamples {
  private final double threshold;
  private final Duration step;
  private Optional<Instant> quietSince = Optional.empty();
  private Instant last = Instant.MIN;
  private int devices;
  private int samples;
  private int holes;

  /**
   * Creates a summary without samples.
   *
   * @param threshold a sample below is quiet, in percent
   * @param step the time between two samples; if more passes, there is a hole
   */
  public UsageSamples(double threshold, Duration step) {
    this.threshold = threshold;
    this.step = step;
  }

  /**
   * Adds the next sample.
   *
   * @param time later than all samples before; other samples are ignored
   * @param busy the usage of the busiest device, in percent
   * @param measured how many devices the sample covers
   */
  public void add(Instant time, double busy, int measured) {
    if (!time.isAfter(last)) {
      return;
    }
    boolean isQuiet = busy < threshold;
    boolean isAfterHole = samples > 0 && time.isAfter(last.plus(step));
    boolean isSameDevices = quietSince.isEmpty() || measured == devices;
    holes += isAfterHole ? 1 : 0;
    if (!isQuiet || isAfterHole || !isSameDevices) {
      quietSince = Optional.empty();
    }
    if (isQuiet) {
      quietSince = quietSince.or(() -> Optional.of(time));
    }
    devices = measured;
    last = time;
    samples++;
  }

  /** Returns the summary; empty without samples. */
  public Optional<DeviceUsage> usage() {
    return samples == 0
        ? Optional.empty()
        : Optional.of(new DeviceUsage(quietSince, devices, last, samples, holes));
  }
}
