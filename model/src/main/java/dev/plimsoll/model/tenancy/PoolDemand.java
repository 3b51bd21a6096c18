package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A tenant's demand in some pools.
 *
 * @param pools the pools in which its pods can be; for placed ones the pool they are in, none if
 *     their node isn't divided
 * @param resources what they request
 */
public record PoolDemand(Set<String> pools, Resources resources) {

  /** Makes the pools unmodifiable, in order, so that equal questions get equal answers. */
  public PoolDemand {
    pools = Collections.unmodifiableSortedSet(new TreeSet<>(pools));
  }

  /** Returns whether it is about nodes where the resource is counted. */
  boolean counts(DividedResource resource) {
    return resource.pools().isEmpty() || pools.stream().anyMatch(resource::countsIn);
  }

  /** Returns the sums of all of them by pools, in the order in which those come first. */
  static List<PoolDemand> sum(List<List<PoolDemand>> some) {
    Map<Set<String>, Resources> sums = new LinkedHashMap<>();
    some.forEach(list -> list.forEach(d -> sums.merge(d.pools(), d.resources(), Resources::add)));
    return of(sums);
  }

  /** Returns a demand for each entry. */
  static List<PoolDemand> of(Map<Set<String>, Resources> byPools) {
    List<PoolDemand> demands = new ArrayList<>();
    byPools.forEach((pools, resources) -> demands.add(new PoolDemand(pools, resources)));
    return demands;
  }
}
