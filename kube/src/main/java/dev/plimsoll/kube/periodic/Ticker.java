package dev.plimsoll.kube.periodic;

/**
 * Time that only goes forward. Durations are measured by it, since a clock may be set back or
 * forth: what is kept for a minute would be kept for an hour more.
 */
@FunctionalInterface
public interface Ticker {
  /** The machine's ticker. */
  Ticker SYSTEM = System::nanoTime;

  /** Returns nanoseconds since some time in the past; only differences mean anything. */
  long read();
}
