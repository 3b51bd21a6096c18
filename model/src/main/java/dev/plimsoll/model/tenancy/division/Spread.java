package dev.plimsoll.model.tenancy.division;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jgrapht.graph.DefaultWeightedEdge;

/**
 * In which pools amounts are best found a place, where many ways would do: a flow of least cost. As
 * little as possible goes beyond the capacity, and that where nodes are largest; and as much as
 * possible stays where it is.
 *
 * <p>Amounts of more than 2^28 units together are counted in larger ones and come out a little too
 * large.
 *
 * @param placed how much of each source comes to be in each pool
 * @param beyond how much each pool would need besides what it has
 */
public record Spread(
    SortedMap<String, SortedMap<String, Long>> placed, SortedMap<String, Long> beyond) {
  private static final double MOVING = 1;
  private static final double GROWING = 1000;

  /** An edge whose flow is an answer. */
  private record Counted(DefaultWeightedEdge edge, String source, String pool) {}

  /**
   * Finds the units a place.
   *
   * @param pools how many units each pool has
   * @param perNode how many units another node would bring it; pools not named can't grow
   * @param sources what is to be placed; each reaches a pool that can grow
   */
  public static Spread of(
      Map<String, Long> pools, Map<String, Long> perNode, Collection<Source> sources) {
    long scale = 1 + sources.stream().mapToLong(Source::units).sum() / CheapestFlow.MOST;
    CheapestFlow network = new CheapestFlow();
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
                network.edge(more, network.sink(), CheapestFlow.MOST, 0);
                double cost = GROWING + GROWING / size;
                growing.add(
                    new Counted(network.edge(vertex, more, CheapestFlow.MOST, cost), "", pool));
              }
            });
    List<Counted> placing = new ArrayList<>();
    for (Source source : sources) {
      int entry = network.entry(scaled(source.units() + scale - 1, scale));
      int moving = network.vertex();
      network.edge(entry, moving, CheapestFlow.MOST, MOVING);
      for (String pool : source.pools()) {
        Integer to = entrances.get(pool);
        if (to != null) {
          int stays = scaled(source.present().getOrDefault(pool, 0L), scale);
          placing.add(new Counted(network.edge(entry, to, stays, 0), source.name(), pool));
          placing.add(
              new Counted(network.edge(moving, to, CheapestFlow.MOST, 0), source.name(), pool));
        }
      }
    }
    network.run();
    SortedMap<String, SortedMap<String, Long>> placed = new TreeMap<>();
    placing.forEach(
        c -> count(network, c, scale, placed.computeIfAbsent(c.source, s -> new TreeMap<>())));
    SortedMap<String, Long> beyond = new TreeMap<>();
    growing.forEach(c -> count(network, c, scale, beyond));
    return new Spread(placed, beyond);
  }

  private static void count(
      CheapestFlow network, Counted counted, long scale, Map<String, Long> into) {
    long units = network.through(counted.edge) * scale;
    if (units > 0) {
      into.merge(counted.pool, units, Long::sum);
    }
  }

  private static int scaled(long units, long scale) {
    return (int) Math.min(units / scale, CheapestFlow.MOST);
  }
}
