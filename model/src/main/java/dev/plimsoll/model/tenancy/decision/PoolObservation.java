package dev.plimsoll.model.tenancy.decision;

import java.util.List;

/**
 * The units of a pool's nodes.
 *
 * @param pool the pool's name
 * @param available what available nodes, and nodes that an autoscaler may add, have together for
 *     tenants, parts of units included
 * @param nodes what each node has
 * @param autoscaled whether an autoscaler replaces lost nodes, so that losses don't count
 */
public record PoolObservation(
    String pool, long available, List<NodeObservation> nodes, boolean autoscaled) {

  public PoolObservation {
    nodes = List.copyOf(nodes);
  }

  /** Returns a pool of one node, which has the name of the pool and is available. */
  public static PoolObservation of(String pool, long available) {
    return of(pool, List.of(NodeObservation.available(pool, available)));
  }

  /** Returns a pool of nodes that have whole units. */
  public static PoolObservation of(String pool, List<NodeObservation> nodes) {
    return new PoolObservation(
        pool, nodes.stream().mapToLong(NodeObservation::available).sum(), nodes, false);
  }

  PoolObservation withAvailable(long units) {
    return new PoolObservation(pool, units, nodes, autoscaled);
  }
}
