package dev.plimsoll.model.tenancy.steering;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Proportional;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** All quotas while they are being decided. Together they are never more than the capacity. */
final class Book {
  private static final Comparator<Position> MOST_SLACK =
      Comparator.comparingLong(Position::slack).reversed().thenComparing(Position::tenant);
  private static final Comparator<Position> MOST_SPARE =
      Comparator.comparingLong(Position::spare).reversed().thenComparing(Position::tenant);

  private final List<Position> positions;
  private final long capacity;

  Book(List<Position> positions, long capacity) {
    this.positions = positions;
    this.capacity = capacity;
    positions.forEach(Position::respectMost);
    fit();
    positions.forEach(this::respectLeast);
  }

  List<Position> positions() {
    return positions;
  }

  /** Returns what waits although there is room for it, in units. */
  long needlesslyWaiting() {
    long waiting = positions.stream().mapToLong(Position::waiting).sum();
    long slack = positions.stream().mapToLong(Position::slack).sum();
    return Math.min(waiting, slack + unassigned());
  }

  long unassigned() {
    return capacity - assigned();
  }

  /** Gives the tenant what it waits for, as far as nobody has it. */
  void assign(Position receiver) {
    assign(receiver, receiver.need());
  }

  private void assign(Position receiver, long units) {
    if (unassigned() >= Math.min(units, receiver.leastChange())) {
      receiver.set(receiver.quota() + Math.min(units, unassigned()));
    }
  }

  /** Raises the quota to what is never taken from the tenant, as far as others have it to spare. */
  private void respectLeast(Position receiver) {
    if (receiver.lack() > 0) {
      assign(receiver, receiver.lack());
    }
    while (receiver.lack() > 0) {
      Position donor = positions.stream().min(MOST_SPARE).orElse(receiver);
      if (donor.spare() == 0) {
        break;
      }
      donor.give(receiver, Math.min(donor.spare(), receiver.lack()));
    }
  }

  /**
   * Returns who should give to the tenant. If some can give all: one whose quota changes anyway;
   * else one that hasn't wanted those units for longest, in doublings, since what it will want is
   * best told by what it wanted lately; else the one with most left for the way its demand moves.
   * If none can, the one that can give most.
   */
  Optional<Position> donor(Position receiver) {
    long need = receiver.need();
    List<Position> able = positions.stream().filter(p -> p.spare() >= need).toList();
    return able.isEmpty()
        ? positions.stream().filter(p -> p.spare() > 0).min(MOST_SPARE)
        : able.stream()
            .max(
                Comparator.comparing(Position::isChanged)
                    .thenComparingInt(p -> p.doublingsUnwanted(need))
                    .thenComparingDouble(p -> left(p, need))
                    .thenComparing(Position::tenant, Comparator.reverseOrder()));
  }

  private static double left(Position donor, long need) {
    return (donor.slack() - need) / (double) donor.range();
  }

  private long assigned() {
    return positions.stream().mapToLong(Position::quota).sum();
  }

  /**
   * Takes back what is no longer there: first slack, from as few as possible, then in proportion.
   */
  private void fit() {
    for (Position p : positions.stream().sorted(MOST_SLACK).toList()) {
      p.set(p.quota() - Math.min(p.slack(), Math.max(0, -unassigned())));
    }
    if (unassigned() < 0) {
      Apportionment running =
          Proportional.divide(
              capacity,
              positions.stream()
                  .map(p -> new Claim(p.tenant(), 1, p.running(), p.running()))
                  .toList());
      positions.forEach(p -> p.set(running.of(p.tenant())));
    }
  }
}
