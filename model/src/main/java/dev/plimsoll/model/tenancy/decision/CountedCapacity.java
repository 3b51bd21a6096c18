package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.LostCapacity;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The units of a resource that count as capacity: those of available nodes and, for a time,
 * unintended losses. A cordoned node stops counting at once, and so does its deletion. A node that
 * takes no pods for a while, or has vanished, counts for the grace period. If more than the
 * threshold was lost, the losses count until the period is over or a person accepts the loss, as
 * the policy says.
 *
 * <p>In an autoscaled pool no loss counts: the nodes that may come count already.
 *
 * <p>A node is one node in all pools ({@link NodeHistory}). So the count never exceeds the units of
 * existing nodes plus the recent losses.
 *
 * @param pools how many units count, by pool
 * @param available how many of them available nodes have
 * @param held whether more was lost than the threshold
 * @param next what is to be remembered of the nodes
 */
record CountedCapacity(
    SortedMap<String, Long> pools, long available, boolean held, Map<String, NodeState> next) {

  CountedCapacity {
    pools = Collections.unmodifiableSortedMap(pools);
    next = Map.copyOf(next);
  }

  /**
   * Counts the capacity.
   *
   * @param before what was remembered of the nodes
   * @param accepted losses until then don't count
   */
  static CountedCapacity of(
      ResourceObservation observed,
      Map<String, NodeState> before,
      LostCapacity lostCapacity,
      Instant now,
      Instant accepted) {
    List<PoolObservation> seen = observed.pools();
    Map<String, NodeState> next = NodeHistory.of(seen, observed.elsewhere(), before, now);
    SortedMap<String, List<CapacityLoss>> losses = losses(seen, next);
    losses.values().forEach(some -> some.removeIf(l -> !l.since().isAfter(accepted)));
    seen.stream().filter(PoolObservation::autoscaled).forEach(p -> losses.remove(p.pool()));

    long available = seen.stream().mapToLong(PoolObservation::available).sum();
    boolean forever = lostCapacity.beyond() == LostCapacity.Beyond.PERSON;
    long recent = units(losses, lostCapacity.period(), now, forever);
    boolean held = exceeds(recent, available, lostCapacity.threshold());
    Duration counted = held ? lostCapacity.period() : lostCapacity.grace();
    SortedMap<String, Long> pools = new TreeMap<>();
    losses.forEach((pool, some) -> pools.put(pool, units(some, counted, now, held && forever)));
    seen.forEach(p -> pools.merge(p.pool(), p.available(), Long::sum));
    next.replaceAll(
        (name, state) ->
            state.withVanished(kept(state.vanished(), lostCapacity, now, accepted, forever)));
    next.values().removeIf(NodeState::isForgettable);
    return new CountedCapacity(pools, available, held, next);
  }

  /** Returns the losses in each pool: on existing nodes, and of vanished capacity. */
  private static SortedMap<String, List<CapacityLoss>> losses(
      List<PoolObservation> seen, Map<String, NodeState> nodes) {
    SortedMap<String, List<CapacityLoss>> losses = new TreeMap<>();
    for (NodeState node : nodes.values()) {
      losses.computeIfAbsent(node.pool(), p -> new ArrayList<>()).addAll(node.vanished());
    }
    for (PoolObservation pool : seen) {
      for (NodeObservation each : pool.nodes()) {
        NodeState node = nodes.get(each.name());
        if (node != null && node.present() > each.available()) {
          node.lostSince()
              .map(t -> new CapacityLoss(t, node.present() - each.available()))
              .ifPresent(l -> losses.computeIfAbsent(pool.pool(), p -> new ArrayList<>()).add(l));
        }
      }
    }
    return losses;
  }

  /** Returns how many units count. */
  long units() {
    return pools.values().stream().mapToLong(Long::longValue).sum();
  }

  private static List<CapacityLoss> kept(
      List<CapacityLoss> vanished,
      LostCapacity lostCapacity,
      Instant now,
      Instant accepted,
      boolean forever) {
    Duration longest =
        lostCapacity.grace().compareTo(lostCapacity.period()) > 0
            ? lostCapacity.grace()
            : lostCapacity.period();
    return vanished.stream()
        .filter(l -> l.since().isAfter(accepted))
        .filter(l -> forever || l.since().isAfter(now.minus(longest)))
        .toList();
  }

  private static long units(
      Map<String, List<CapacityLoss>> losses, Duration counted, Instant now, boolean forever) {
    return losses.values().stream().mapToLong(some -> units(some, counted, now, forever)).sum();
  }

  private static long units(
      List<CapacityLoss> losses, Duration counted, Instant now, boolean forever) {
    return losses.stream()
        .filter(l -> forever || l.since().isAfter(now.minus(counted)))
        .mapToLong(CapacityLoss::units)
        .sum();
  }

  private static boolean exceeds(long lost, long available, Amount.Percent threshold) {
    BigDecimal most = threshold.of(BigDecimal.valueOf(available + lost));
    return BigDecimal.valueOf(lost).compareTo(most) > 0;
  }
}
