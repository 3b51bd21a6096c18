package dev.plimsoll.model.tenancy.division;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Units that a tenant asks for and the pools in which it can use them.
 *
 * @param units how many
 * @param pools where; in none of them they can't be given
 */
public record UnitDemand(long units, Set<String> pools) {

  /** Makes the pools unmodifiable, in order, so that equal questions get equal answers. */
  public UnitDemand {
    pools = Collections.unmodifiableSortedSet(new TreeSet<>(pools));
    if (units < 0) {
      throw new IllegalArgumentException("demand must not be negative: " + units + " units");
    }
  }
}
