package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.HoldReason;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Why a pod is held, and since when.
 *
 * @param reasons all reasons that rejected nodes, the first of all first
 * @param times how often in a row the scheduler was told the first reason's cause
 * @param shape what the reasons depend on
 * @param since when the pod came to be held, in nanoseconds of a ticker
 * @param first the revision of the state in which the pod came to be held
 * @param last the revision of the state in which the pod was held last
 * @param needsEvictions whether only evictions could help the pod when the scheduler asked last
 * @param requeued when the pod was requeued; absent if it was asked about since
 */
@RecordBuilder
record Hold(
    List<HoldReason> reasons,
    long times,
    PodShape shape,
    long since,
    long first,
    long last,
    boolean needsEvictions,
    Optional<Long> requeued)
    implements HoldBuilder.With {

  /** The oldest pod first. */
  static final Comparator<PodEntry> BY_AGE =
      Comparator.<PodEntry, Instant>comparing(
              e -> e.pod().metadata().creationTimestamp().orElse(Instant.EPOCH))
          .thenComparingLong(e -> e.hold().map(Hold::first).orElse(0L))
          .thenComparing(PodEntry::uid);

  boolean isReservation() {
    return reasons.equals(List.of(HoldReason.RESERVED));
  }
}
