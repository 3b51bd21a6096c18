package dev.plimsoll.model.tenancy.division;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Units that are to be assigned to pools.
 *
 * @param name whose they are
 * @param units how many
 * @param pools where they can be
 * @param current how many are where now
 */
public record AssignableUnits(
    String name, long units, Set<String> pools, Map<String, Long> current) {

  /**
   * Makes the collections unmodifiable, the pools in order, so that equal questions get equal
   * answers.
   */
  public AssignableUnits {
    pools = Collections.unmodifiableSortedSet(new TreeSet<>(pools));
    current = Map.copyOf(current);
  }
}
