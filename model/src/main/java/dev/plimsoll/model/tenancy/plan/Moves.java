package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Proportional;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Moves ceilings towards their goals: never below what is used, never by more than a step nor by
 * less than the hysteresis, and never up beyond what there is together.
 *
 * <p>Where these can't all be kept, the earlier wins: a ceiling below what is used is lifted to it
 * at once; ceilings that are too high together sink by a step at a time and none rises meanwhile; a
 * small reduction is made after all where the sum needs it, and no larger one can be made instead.
 * A whole step is never too small.
 */
final class Moves {
  private final long total;
  private final long step;
  private final long hysteresis;

  Moves(long total, long step, long hysteresis) {
    this.total = total;
    this.step = Math.max(1, step);
    this.hysteresis = Math.min(hysteresis, this.step);
  }

  /** Returns where each ceiling comes to lie. */
  SortedMap<String, Long> of(List<Move> moves) {
    SortedMap<String, Long> places = new TreeMap<>();
    for (Move move : moves) {
      long place = move.inOneStep(step);
      places.put(move.name(), move.mayStay(place, hysteresis) ? move.now() : place);
    }
    if (sum(places) > total) {
      sink(moves, places);
      rise(moves, places);
    }
    return Collections.unmodifiableSortedMap(places);
  }

  /**
   * Makes reductions that were too small to be made, the largest first, as far as the sum needs it:
   * as large ones as are worth making where what is used leaves room for that.
   */
  private void sink(List<Move> moves, SortedMap<String, Long> places) {
    List<Move> small =
        moves.stream()
            .filter(m -> m.lowers() && at(places, m) == m.now())
            .sorted(
                Comparator.comparingLong((Move m) -> m.goal() - m.now()).thenComparing(Move::name))
            .toList();
    for (Move move : small) {
      if (isTooMuch(moves, places) && move.now() - hysteresis >= move.used()) {
        places.put(move.name(), Math.min(move.inOneStep(step), move.now() - hysteresis));
      }
    }
    for (Move move : small) {
      if (isTooMuch(moves, places) && at(places, move) == move.now()) {
        places.put(move.name(), move.inOneStep(step));
      }
    }
  }

  private boolean isTooMuch(List<Move> moves, SortedMap<String, Long> places) {
    return moves.stream().mapToLong(m -> Math.min(m.base(), at(places, m))).sum() > total;
  }

  /** Cuts what ceilings rise, in proportion to it, to what the others leave. */
  private void rise(List<Move> moves, SortedMap<String, Long> places) {
    List<Claim> rises = new ArrayList<>();
    long left = total;
    for (Move move : moves) {
      long place = at(places, move);
      long low = Math.min(move.base(), place);
      left -= low;
      rises.add(new Claim(move.name(), place - low, 0, place - low));
    }
    Apportionment divided = Proportional.divide(Math.max(0, left), rises);
    for (Move move : moves) {
      long place = Math.min(move.base(), at(places, move)) + divided.of(move.name());
      boolean stays = !move.lowers() && move.mayStay(place, hysteresis);
      places.put(move.name(), stays ? move.now() : place);
    }
  }

  private static long at(SortedMap<String, Long> places, Move move) {
    return places.getOrDefault(move.name(), move.base());
  }

  private static long sum(SortedMap<String, Long> places) {
    return places.values().stream().mapToLong(Long::longValue).sum();
  }
}
