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
 * Which units of a resource count as capacity: those of available nodes, and for a time those that
 * were lost and that nobody took out on purpose. A cordoned node doesn't count from then on, nor
 * when it is deleted; a node that is not ready, or not there any more, counts for the grace period.
 * Where more than the threshold was lost, all that counts until the period is over or a person
 * accepts the loss, as the policy says.
 *
 * @param pools how many units count, by pool
 * @param available how many of them available nodes have
 * @param held whether more was lost than the threshold
 * @param next what is to be remembered of the pools
 */
record CountedCapacity(
    SortedMap<String, Long> pools, long available, boolean held, Map<String, PoolState> next) {

  /** Makes the maps unmodifiable. */
  CountedCapacity {
    pools = Collections.unmodifiableSortedMap(pools);
    next = Map.copyOf(next);
  }

  /**
   * Counts the capacity.
   *
   * @param before what was remembered of the pools
   * @param accepted losses until then don't count
   */
  static CountedCapacity of(
      List<PoolObservation> seen,
      Map<String, PoolState> before,
      LostCapacity lostCapacity,
      Instant now,
      Instant accepted) {
    Map<String, PoolState> next = new TreeMap<>();
    seen.forEach(p -> next.put(p.pool(), remembered(p, before, now)));
    Map<String, PoolState> gone = new TreeMap<>(before);
    gone.keySet().removeAll(next.keySet());
    gone.forEach((pool, state) -> next.put(pool, remembered(empty(pool), before, now)));
    SortedMap<String, List<CapacityLoss>> losses = new TreeMap<>();
    next.forEach((pool, state) -> losses.put(pool, new ArrayList<>(state.vanished())));
    seen.forEach(p -> losses.getOrDefault(p.pool(), new ArrayList<>()).addAll(p.lost()));
    losses.values().forEach(some -> some.removeIf(l -> !l.since().isAfter(accepted)));

    long available = seen.stream().mapToLong(PoolObservation::available).sum();
    boolean forever = lostCapacity.beyond() == LostCapacity.Beyond.PERSON;
    long recent = units(losses, lostCapacity.period(), now, forever);
    boolean held = exceeds(recent, available, lostCapacity.threshold());
    Duration counted = held ? lostCapacity.period() : lostCapacity.grace();
    SortedMap<String, Long> pools = new TreeMap<>();
    losses.forEach((pool, some) -> pools.put(pool, units(some, counted, now, held && forever)));
    seen.forEach(p -> pools.merge(p.pool(), p.available(), Long::sum));
    next.replaceAll(
        (pool, state) ->
            new PoolState(
                state.present(),
                state.withheld(),
                kept(state.vanished(), lostCapacity, now, accepted, forever)));
    next.values().removeIf(s -> s.present() == 0 && s.withheld() == 0 && s.vanished().isEmpty());
    return new CountedCapacity(pools, available, held, next);
  }

  /** Returns how many units count. */
  long units() {
    return pools.values().stream().mapToLong(Long::longValue).sum();
  }

  private static PoolObservation empty(String pool) {
    return PoolObservation.of(pool, 0);
  }

  private static PoolState remembered(
      PoolObservation seen, Map<String, PoolState> before, Instant now) {
    PoolState former = before.getOrDefault(seen.pool(), PoolState.NONE);
    long takenOut = Math.max(0, seen.withheld() - former.withheld());
    long putBack = Math.max(0, former.withheld() - seen.withheld());
    List<CapacityLoss> vanished = new ArrayList<>(former.vanished());
    long missing = former.present() - seen.present() - takenOut;
    if (missing > 0) {
      vanished.add(new CapacityLoss(now, missing));
    } else {
      comeBack(vanished, seen.present() - former.present() - putBack);
    }
    return new PoolState(seen.present(), seen.withheld(), vanished);
  }

  private static void comeBack(List<CapacityLoss> vanished, long units) {
    long left = units;
    while (left > 0 && !vanished.isEmpty()) {
      CapacityLoss latest = vanished.remove(vanished.size() - 1);
      if (latest.units() > left) {
        vanished.add(new CapacityLoss(latest.since(), latest.units() - left));
      }
      left -= latest.units();
    }
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
