package dev.plimsoll.model.tenancy.division;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Assigns amounts to pools, where many ways would do: a flow of least cost. As little as possible
 * goes beyond the capacity, and that where nodes are largest; and as much as possible stays where
 * it is.
 *
 * <p>Amounts of more than 2^28 units together are counted in larger ones and come out a little too
 * large.
 *
 * @param assigned how much of each source comes to be in each pool
 * @param beyond how much each pool would need besides what it has
 */
public record PoolAssignment(
    SortedMap<String, SortedMap<String, Long>> assigned, SortedMap<String, Long> beyond) {
  private static final double MOVING = 1;
  private static final double GROWING = 1000;

  /** An edge whose flow is an answer. */
  private record Counted(LongSupplier flow, String source, String pool) {}

  /**
   * Assigns the units.
   *
   * @param pools how many units each pool has
   * @param perNode how many units another node would bring it; pools not named can't grow
   * @param sources what is to be assigned; each reaches a pool that can grow
   */
  public static PoolAssignment of(
      Map<String, Long> pools, Map<String, Long> perNode, Collection<AssignableUnits> sources) {
    long scale =
        1 + sources.stream().mapToLong(AssignableUnits::units).sum() / MinimumCostFlow.MOST;
    MinimumCostFlow network = new MinimumCostFlow();
    Map<String, Integer> entrances = new HashMap<>();
    List<Counted> growing = new ArrayList<>();
    new TreeMap<>(pools)
        .forEach(
            (pool, units) -> {
              int vertex = network.vertex();
              entrances.put(pool, vertex);
              network.edge(vertex, network.sink(), scaled(units, scale), 0);
              long size = perNode.getOrDefault(pool, 0L);
              if (size > 0) {
                int more = network.vertex();
                network.edge(more, network.sink(), MinimumCostFlow.MOST, 0);
                double cost = GROWING + GROWING / size;
                growing.add(
                    new Counted(network.edge(vertex, more, MinimumCostFlow.MOST, cost), "", pool));
              }
            });
    List<Counted> assigning = new ArrayList<>();
    for (AssignableUnits assignableUnits : sources) {
      int entry = network.entry(scaled(assignableUnits.units() + scale - 1, scale));
      int moving = network.vertex();
      network.edge(entry, moving, MinimumCostFlow.MOST, MOVING);
      for (String pool : assignableUnits.pools()) {
        Integer to = entrances.get(pool);
        if (to != null) {
          int stays = scaled(assignableUnits.current().getOrDefault(pool, 0L), scale);
          assigning.add(
              new Counted(network.edge(entry, to, stays, 0), assignableUnits.name(), pool));
          assigning.add(
              new Counted(
                  network.edge(moving, to, MinimumCostFlow.MOST, 0), assignableUnits.name(), pool));
        }
      }
    }
    network.solve();
    SortedMap<String, SortedMap<String, Long>> assigned = new TreeMap<>();
    assigning.forEach(
        c -> count(c, scale, assigned.computeIfAbsent(c.source, s -> new TreeMap<>())));
    SortedMap<String, Long> beyond = new TreeMap<>();
    growing.forEach(c -> count(c, scale, beyond));
    return new PoolAssignment(assigned, beyond);
  }

  private static void count(Counted counted, long scale, Map<String, Long> into) {
    long units = counted.flow.getAsLong() * scale;
    if (units > 0) {
      into.merge(counted.pool, units, Long::sum);
    }
  }

  private static int scaled(long units, long scale) {
    return (int) Math.min(units / scale, MinimumCostFlow.MOST);
  }
}
