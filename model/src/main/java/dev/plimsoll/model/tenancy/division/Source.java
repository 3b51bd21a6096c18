package dev.plimsoll.model.tenancy.division;

import java.util.Map;
import java.util.Set;

/**
 * Units that are to be found a place.
 *
 * @param name whose they are
 * @param units how many
 * @param pools where they can be
 * @param present how many are where now
 */
public record Source(String name, long units, Set<String> pools, Map<String, Long> present) {

  /** Makes the collections unmodifiable. */
  public Source {
    pools = Set.copyOf(pools);
    present = Map.copyOf(present);
  }
}
