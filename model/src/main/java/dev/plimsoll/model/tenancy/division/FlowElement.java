package dev.plimsoll.model.tenancy.division;

import java.util.BitSet;
import java.util.List;

/**
 * An element of a division that gets units through lines that end in pools.
 *
 * @param id a number by which its amount is found
 * @param claim what it may have, all told
 * @param elsewhere how much of that it has already, outside of its lines
 * @param lines ways to units
 * @param direct units that only it can have, without a pool
 */
record FlowElement(int id, Claim claim, long elsewhere, List<Line> lines, long direct) {

  /**
   * A way to units.
   *
   * @param units how many can come this way
   * @param pools where they come from; never changed
   */
  record Line(long units, BitSet pools) {
    boolean isInside(BitSet some) {
      BitSet outside = (BitSet) pools.clone();
      outside.andNot(some);
      return outside.isEmpty();
    }

    Line without(BitSet some) {
      BitSet rest = (BitSet) pools.clone();
      rest.andNot(some);
      return new Line(units, rest);
    }
  }

  FlowElement {
    lines = List.copyOf(lines);
  }

  /** Returns an element that gets exactly this number of units. */
  static FlowElement fixed(int id, String name, long units, List<Line> lines) {
    return new FlowElement(id, new Claim(name, 0, units, units), 0, lines, 0);
  }

  /** Returns a copy with other lines. */
  FlowElement with(List<Line> others, long otherDirect) {
    return new FlowElement(id, claim, elsewhere, others, otherDirect);
  }

  /** Returns the most that it may have through its lines. */
  long most() {
    return claim.weight() > 0 ? claim.ceiling() - elsewhere : least();
  }

  /** Returns the least number of units that it gets through its lines. */
  long least() {
    return claim.floor() - elsewhere;
  }
}
