package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Nodes that would end a shortage.
 *
 * @param pool the pool to add them to
 * @param nodes how many, at least; {@link #MAX_NODES} at most
 * @param like what each of them has for pods: what most nodes of the pool have
 * @param lacking what the pool is short of
 */
public record NodeProposal(
    String pool, long nodes, Resources like, SortedMap<ResourceName, Quantity> lacking) {

  /** More nodes than this are never proposed: Kubernetes supports no more in a cluster. */
  public static final long MAX_NODES = 5000;

  public NodeProposal {
    nodes = Math.min(MAX_NODES, nodes);
    lacking = Collections.unmodifiableSortedMap(new TreeMap<>(lacking));
  }

  /** Returns whether it is as many nodes as are ever proposed, so that more may be missing. */
  public boolean isBounded() {
    return nodes == MAX_NODES;
  }
}
