package dev.plimsoll.model.tenancy.division;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The oracle of {@link MaxMin}: hands out units one by one, each to the highest rank for which all
 * units given so far can still be placed, tried by augmenting paths.
 */
final class OneByOne {
  private final SortedMap<String, Long> pools;
  private final long reserve;
  private final List<Asker> askers;
  private final Map<String, Long> served = new HashMap<>();
  private final Map<String, Long> unasked = new HashMap<>();

  private OneByOne(SortedMap<String, Long> pools, long reserve, List<Asker> askers) {
    this.pools = pools;
    this.reserve = reserve;
    this.askers = askers;
  }

  static Allotment divide(SortedMap<String, Long> pools, long reserve, List<Asker> askers) {
    OneByOne d = new OneByOne(pools, reserve, askers);
    d.give(true, a -> a.bounds().floor(), a -> d.served(a) < Math.min(a.asked(), floor(a)));
    d.give(false, a -> a.bounds().floor(), a -> d.total(a) < floor(a));
    Apportionment idle = d.apportionment(t -> d.unasked.getOrDefault(t, 0L));
    d.give(
        true,
        a -> a.bounds().weight(),
        a -> d.served(a) < a.asked() && d.total(a) < a.bounds().ceiling());
    d.give(false, a -> a.bounds().weight(), a -> d.total(a) < a.bounds().ceiling());
    return new Allotment(
        d.apportionment(t -> d.served.getOrDefault(t, 0L)),
        idle,
        d.apportionment(t -> d.served.getOrDefault(t, 0L) + d.unasked.getOrDefault(t, 0L)));
  }

  private static long floor(Asker asker) {
    return asker.bounds().floor();
  }

  private void give(boolean ofServed, ToLongFunction<Asker> weight, Predicate<Asker> wants) {
    Map<String, Long> amounts = ofServed ? served : unasked;
    List<Asker> open = new ArrayList<>(askers);
    open.removeIf(a -> weight.applyAsLong(a) == 0);
    while (!open.isEmpty()) {
      open.removeIf(wants.negate());
      Comparator<Asker> rank =
          Comparator.comparingDouble(
              a -> -(double) weight.applyAsLong(a) / (2 * ranked(ofServed, a) + 1));
      Optional<Asker> best = open.stream().min(rank.thenComparing(Asker::tenant));
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

  private long ranked(boolean ranksServed, Asker asker) {
    return ranksServed ? served(asker) : total(asker);
  }

  private long served(Asker asker) {
    return served.getOrDefault(asker.tenant(), 0L);
  }

  private long total(Asker asker) {
    return served(asker) + unasked.getOrDefault(asker.tenant(), 0L);
  }

  private Apportionment apportionment(Function<String, Long> amount) {
    TreeMap<String, Long> shares = new TreeMap<>();
    askers.forEach(a -> shares.put(a.tenant(), amount.apply(a.tenant())));
    return new Apportionment(
        pools.values().stream().mapToLong(Long::longValue).sum() - reserve, shares);
  }

  private boolean canBePlaced() {
    Pipes pipes = new Pipes();
    List<String> everywhere = List.copyOf(pools.keySet());
    pools.forEach((pool, units) -> pipes.lay(pool, Pipes.SINK, units));
    pipes.lay(Pipes.SOURCE, "reserve", reserve);
    everywhere.forEach(pool -> pipes.lay("reserve", pool, reserve));
    for (Asker asker : askers) {
      String served = "served " + asker.tenant();
      String unasked = "unasked " + asker.tenant();
      pipes.lay(Pipes.SOURCE, served, served(asker));
      pipes.lay(Pipes.SOURCE, unasked, total(asker) - served(asker));
      for (int k = 0; k < asker.asks().size(); k++) {
        String ask = served + k;
        pipes.lay(served, ask, asker.asks().get(k).units());
        asker.asks().get(k).pools().forEach(pool -> pipes.lay(ask, pool, Pipes.WIDE));
      }
      asker.reach().forEach(pool -> pipes.lay(unasked, pool, Pipes.WIDE));
    }
    long given = askers.stream().mapToLong(this::total).sum();
    return pipes.carry() == given + reserve;
  }
}
