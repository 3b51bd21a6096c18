package dev.plimsoll.kube.hours;

import java.time.Instant;

/** Records of how long devices were in each state. */
public interface DeviceRecords {
  /**
   * Returns the device-hours of a period; a period without records has no hours.
   *
   * @throws dev.plimsoll.kube.InputException if the records can't be read, or count an hour twice
   * @throws dev.plimsoll.kube.live.UnreachableException if the records are elsewhere and nobody
   *     answers there
   */
  RecordedHours between(Instant from, Instant to);

  /** Returns when the records end, as far as {@code now}. */
  Instant end(Instant now);

  /** Returns the name of the records for sentences, such as {@code Prometheus at URL}. */
  String name();
}
