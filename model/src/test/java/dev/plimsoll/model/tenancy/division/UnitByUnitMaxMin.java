package dev.plimsoll.model.tenancy.division;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The oracle of {@link MaxMinFairness}: hands out units one by one, each to the highest rank for
 * which all units given so far can still be placed, tried by augmenting paths.
 */
final class UnitByUnitMaxMin {
  private final SortedMap<String, Long> pools;
  private final long reserve;
  private final List<Claimant> claimants;
  private final Map<String, Long> served = new HashMap<>();
  private final Map<String, Long> unasked = new HashMap<>();

  private UnitByUnitMaxMin(SortedMap<String, Long> pools, long reserve, List<Claimant> claimants) {
    this.pools = pools;
    this.reserve = reserve;
    this.claimants = claimants;
  }

  static Apportionment divide(
      SortedMap<String, Long> pools, long reserve, List<Claimant> claimants) {
    UnitByUnitMaxMin d = new UnitByUnitMaxMin(pools, reserve, claimants);
    d.give(true, a -> a.claim().floor(), a -> d.served(a) < Math.min(a.demanded(), floor(a)));
    d.give(false, a -> a.claim().floor(), a -> d.total(a) < floor(a));
    d.give(
        true,
        a -> a.claim().weight(),
        a -> d.served(a) < a.demanded() && d.total(a) < a.claim().ceiling());
    d.give(false, a -> a.claim().weight(), a -> d.total(a) < a.claim().ceiling());
    return d.apportionment();
  }

  private static long floor(Claimant claimant) {
    return claimant.claim().floor();
  }

  private void give(boolean ofServed, ToLongFunction<Claimant> weight, Predicate<Claimant> wants) {
    Map<String, Long> amounts = ofServed ? served : unasked;
    List<Claimant> open = new ArrayList<>(claimants);
    open.removeIf(a -> weight.applyAsLong(a) == 0);
    while (!open.isEmpty()) {
      open.removeIf(wants.negate());
      Comparator<Claimant> rank =
          Comparator.comparingDouble(
              a -> -(double) weight.applyAsLong(a) / (2 * ranked(ofServed, a) + 1));
      Optional<Claimant> best = open.stream().min(rank.thenComparing(Claimant::tenant));
      if (best.isEmpty()) {
        return;
      }
      amounts.merge(best.get().tenant(), 1L, Long::sum);
      if (!canBePlaced()) {
        amounts.merge(best.get().tenant(), -1L, Long::sum);
        open.remove(best.get());
      }
    }
  }

  private long ranked(boolean ranksServed, Claimant claimant) {
    return ranksServed ? served(claimant) : total(claimant);
  }

  private long served(Claimant claimant) {
    return served.getOrDefault(claimant.tenant(), 0L);
  }

  private long total(Claimant claimant) {
    return served(claimant) + unasked.getOrDefault(claimant.tenant(), 0L);
  }

  private Apportionment apportionment() {
    TreeMap<String, Long> shares = new TreeMap<>();
    claimants.forEach(a -> shares.put(a.tenant(), total(a)));
    return new Apportionment(
        pools.values().stream().mapToLong(Long::longValue).sum() - reserve, shares);
  }

  private boolean canBePlaced() {
    UnitFlowNetwork unitFlowNetwork = new UnitFlowNetwork();
    List<String> everywhere = List.copyOf(pools.keySet());
    pools.forEach((pool, units) -> unitFlowNetwork.addEdge(pool, UnitFlowNetwork.SINK, units));
    unitFlowNetwork.addEdge(UnitFlowNetwork.SOURCE, "reserve", reserve);
    everywhere.forEach(pool -> unitFlowNetwork.addEdge("reserve", pool, reserve));
    for (Claimant claimant : claimants) {
      String served = "served " + claimant.tenant();
      String unasked = "unasked " + claimant.tenant();
      unitFlowNetwork.addEdge(UnitFlowNetwork.SOURCE, served, served(claimant));
      unitFlowNetwork.addEdge(UnitFlowNetwork.SOURCE, unasked, total(claimant) - served(claimant));
      for (int k = 0; k < claimant.demands().size(); k++) {
        String ask = served + k;
        unitFlowNetwork.addEdge(served, ask, claimant.demands().get(k).units());
        claimant
            .demands()
            .get(k)
            .pools()
            .forEach(pool -> unitFlowNetwork.addEdge(ask, pool, UnitFlowNetwork.WIDE));
      }
      claimant
          .reach()
          .forEach(pool -> unitFlowNetwork.addEdge(unasked, pool, UnitFlowNetwork.WIDE));
    }
    long given = claimants.stream().mapToLong(this::total).sum();
    return unitFlowNetwork.maximumFlow() == given + reserve;
  }
}
