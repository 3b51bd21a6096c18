package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.scheduler.GangReservation.Slot;
import dev.plimsoll.kubernetes.cluster.SortedTree;
import dev.plimsoll.kubernetes.pod.Gang;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;

/**
 * The reservations for gangs, and the gangs that wait since they had their turn. An instance never
 * changes.
 *
 * @param reservations the reservations
 * @param pauses how often in a row a gang's turn ended without a pod bound, and until when it waits
 */
@RecordBuilder
record GangReservations(
    SortedTree<Gang, GangReservation> reservations, SortedTree<Gang, Pause> pauses)
    implements GangReservationsBuilder.With {
  static final GangReservations NONE = new GangReservations(SortedTree.empty(), SortedTree.empty());

  /** The wait of a gang after this number of turns in a row without a bound pod. */
  record Pause(int turns, long until) {
    static final Duration LONGEST = Duration.ofHours(1);

    Pause next(long now) {
      Duration wait = Gangs.RESERVED.multipliedBy(1L << Math.min(turns, 10));
      long nanos = Math.min(wait.toNanos(), LONGEST.toNanos());
      return new Pause(turns + 1, now + nanos);
    }

    boolean isOver(long now) {
      return until <= now;
    }
  }

  List<Slot> slots() {
    return reservations.values().stream().flatMap(r -> r.slots().stream()).toList();
  }

  GangReservations with(Gang gang, GangReservation reservation) {
    return withReservations(reservations.with(gang, reservation));
  }

  GangReservations without(Gang gang) {
    return withReservations(reservations.without(gang));
  }

  GangReservations paused(Gang gang, long now) {
    Pause pause = pauses.get(gang).orElse(new Pause(0, now)).next(now);
    return withPauses(pauses.with(gang, pause));
  }

  GangReservations unpaused(Gang gang) {
    return withPauses(pauses.without(gang));
  }

  /** Returns these without the pauses that are forgotten by now. */
  GangReservations withoutOldPauses(long now) {
    SortedTree<Gang, Pause> left = pauses;
    for (Gang gang : pauses.keys()) {
      boolean isOld =
          pauses.get(gang).filter(p -> now - p.until() > Pause.LONGEST.toNanos()).isPresent();
      left = isOld ? left.without(gang) : left;
    }
    return withPauses(left);
  }
}
