package dev.plimsoll.model.tenancy.division;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Units that are to be found a place.
 *
 * @param name whose they are
 * @param units how many
 * @param pools where they can be
 * @param present how many are where now
 */
public record Source(String name, long units, Set<String> pools, Map<String, Long> present) {

  /**
   * Makes the collections unmodifiable, the pools in order, so that equal questions get equal
   * answers.
   */
  public Source {
    pools = Collections.unmodifiableSortedSet(new TreeSet<>(pools));
    present = Map.copyOf(present);
  }
}
