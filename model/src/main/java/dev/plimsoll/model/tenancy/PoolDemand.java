package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.quantity.Resources;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a tenant wants where.
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
}
