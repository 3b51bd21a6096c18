package dev.plimsoll.model.tenancy.decision;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The remembered state of a node, in whole units.
 *
 * @param pool the pool that it was in
 * @param present what it had that nobody took on purpose
 * @param withheld what was taken on purpose
 * @param lostSince since when the node takes no pods without anybody's decision
 * @param vanished what it had before and then no longer, by the time since when
 */
public record NodeState(
    String pool,
    long present,
    long withheld,
    Optional<Instant> lostSince,
    List<CapacityLoss> vanished) {

  public NodeState {
    vanished = List.copyOf(vanished);
  }

  boolean isForgettable() {
    return present == 0 && withheld == 0 && vanished.isEmpty();
  }

  NodeState withVanished(List<CapacityLoss> losses) {
    return new NodeState(pool, present, withheld, lostSince, losses);
  }
}
