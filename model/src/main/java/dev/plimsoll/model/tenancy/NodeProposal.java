package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Nodes that would end a shortage.
 *
 * @param pool the pool to add them to
 * @param nodes how many, at least
 * @param like what each of them has for pods: what most nodes of the pool have
 * @param lacking what the pool is short of
 */
public record NodeProposal(
    String pool, long nodes, Resources like, SortedMap<ResourceName, Quantity> lacking) {

  /** Makes the map unmodifiable. */
  public NodeProposal {
    lacking = Collections.unmodifiableSortedMap(new TreeMap<>(lacking));
  }
}
