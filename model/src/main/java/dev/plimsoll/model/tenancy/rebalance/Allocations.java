package dev.plimsoll.model.tenancy.rebalance;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** All quotas while they are being decided. Together they are never more than the capacity. */
final class Allocations {
  private static final Comparator<Allocation> MOST_SLACK_FIRST =
      Comparator.comparingLong(Allocation::slack).reversed().thenComparing(Allocation::tenant);
  private static final Comparator<Allocation> MAX_DECREASE_FIRST =
      Comparator.comparingLong(Allocation::maxDecrease)
          .reversed()
          .thenComparing(Allocation::tenant);

  private final List<Allocation> allocations;
  private final long capacity;

  Allocations(List<Allocation> allocations, long capacity) {
    this.allocations = allocations;
    this.capacity = capacity;
    allocations.forEach(Allocation::enforceCeiling);
    fit();
    allocations.forEach(this::enforceGuarantee);
  }

  List<Allocation> allocations() {
    return allocations;
  }

  /** Returns what waits although free units could serve it, in units. */
  long avoidableWaiting() {
    long waiting = allocations.stream().mapToLong(Allocation::waiting).sum();
    long slack = allocations.stream().mapToLong(Allocation::slack).sum();
    return Math.min(waiting, slack + unassigned());
  }

  long unassigned() {
    return capacity - assigned();
  }

  /** Gives the tenant what it waits for, as far as nobody has it. */
  void assign(Allocation receiver) {
    assign(receiver, receiver.need());
  }

  private void assign(Allocation receiver, long units) {
    if (unassigned() >= Math.min(units, receiver.hysteresis())) {
      receiver.set(receiver.quota() + Math.min(units, unassigned()));
    }
  }

  /** Raises the quota to what is never taken from the tenant, as far as others have it to spare. */
  private void enforceGuarantee(Allocation receiver) {
    if (receiver.missingGuarantee() > 0) {
      assign(receiver, receiver.missingGuarantee());
    }
    while (receiver.missingGuarantee() > 0) {
      Allocation donor = allocations.stream().min(MAX_DECREASE_FIRST).orElse(receiver);
      if (donor.maxDecrease() == 0) {
        break;
      }
      donor.give(receiver, Math.min(donor.maxDecrease(), receiver.missingGuarantee()));
    }
  }

  /**
   * Returns who should give to the tenant. If some can give all: one whose quota changes anyway;
   * else one that hasn't wanted those units for longest, in doublings, since what it will want is
   * best told by what it wanted lately; else the one with most left for the way its demand moves.
   * If none can, the one that can give most.
   */
  Optional<Allocation> donor(Allocation receiver) {
    long need = receiver.need();
    List<Allocation> able = allocations.stream().filter(p -> p.maxDecrease() >= need).toList();
    return able.isEmpty()
        ? allocations.stream().filter(p -> p.maxDecrease() > 0).min(MAX_DECREASE_FIRST)
        : able.stream()
            .max(
                Comparator.comparing(Allocation::isChanged)
                    .thenComparingInt(p -> p.doublingsUnused(need))
                    .thenComparingDouble(p -> left(p, need))
                    .thenComparing(Allocation::tenant, Comparator.reverseOrder()));
  }

  private static double left(Allocation donor, long need) {
    return (donor.slack() - need) / (double) donor.demandRange();
  }

  private long assigned() {
    return allocations.stream().mapToLong(Allocation::quota).sum();
  }

  /**
   * Takes back what is no longer there: first slack, from as few as possible, then in proportion.
   */
  private void fit() {
    for (Allocation p : allocations.stream().sorted(MOST_SLACK_FIRST).toList()) {
      p.set(p.quota() - Math.min(p.slack(), Math.max(0, -unassigned())));
    }
    if (unassigned() < 0) {
      Apportionment running =
          ProportionalDivision.divide(
              capacity,
              allocations.stream()
                  .map(p -> new Claim(p.tenant(), 1, p.running(), p.running()))
                  .toList());
      allocations.forEach(p -> p.set(running.of(p.tenant())));
    }
  }
}
