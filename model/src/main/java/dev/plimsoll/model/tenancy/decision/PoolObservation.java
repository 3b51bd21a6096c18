package dev.plimsoll.model.tenancy.decision;

import java.util.List;

/**
 * What the nodes of a pool have, in whole units.
 *
 * @param pool the pool's name
 * @param available what available nodes have for tenants
 * @param lost what nodes have that are not ready or not reachable, by the time since when
 * @param withheld what is taken on purpose: what cordoned nodes have, and what pods of no tenant
 *     take of available ones
 */
public record PoolObservation(String pool, long available, List<CapacityLoss> lost, long withheld) {

  /** Makes the list unmodifiable. */
  public PoolObservation {
    lost = List.copyOf(lost);
  }

  /** Returns a pool all of whose nodes are available. */
  public static PoolObservation of(String pool, long available) {
    return new PoolObservation(pool, available, List.of(), 0);
  }

  /** Returns what nodes have that nobody took out on purpose. */
  long present() {
    return available + lost.stream().mapToLong(CapacityLoss::units).sum();
  }
}
