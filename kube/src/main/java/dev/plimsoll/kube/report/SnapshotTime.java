package dev.plimsoll.kube.report;

import java.time.Instant;

/** The time at which a cluster was as a snapshot shows it. */
public final class SnapshotTime {
  private SnapshotTime() {}

  /** Returns whether the snapshot has a time. Objects that a person wrote have none. */
  public static boolean isKnown(Instant asOf) {
    return !asOf.equals(Instant.EPOCH);
  }

  /** Returns the time as the end of a phrase: {@code as of …}. */
  public static String text(Instant asOf) {
    return isKnown(asOf) ? " as of " + asOf : " at an unknown time";
  }
}
