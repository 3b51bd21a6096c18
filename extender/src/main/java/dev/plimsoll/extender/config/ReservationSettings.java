package dev.plimsoll.extender.config;

import java.time.Duration;

/**
 * How nodes are reserved for large pods that wait within their tenants' shares.
 *
 * @param after how long a pod waits before a node is reserved for it
 * @param ttl how long a node stays reserved; after that, others come first for as long
 * @param mostPercent how many of the nodes that have devices are reserved at a time at most,
 *     rounded up; 0 for none
 */
public record ReservationSettings(Duration after, Duration ttl, int mostPercent) {

  /** After 5 minutes, for an hour, a tenth of the nodes. */
  public static final ReservationSettings DEFAULT =
      new ReservationSettings(Duration.ofMinutes(5), Duration.ofHours(1), 10);

  /** Returns how many of this number of nodes may be reserved at a time. */
  public int most(int nodes) {
    return (int) ((nodes * (long) mostPercent + 99) / 100);
  }
}
