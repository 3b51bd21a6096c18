package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.division.Source;
import dev.plimsoll.model.tenancy.division.Spread;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What tenants want and, within their ceilings, no division could give them: in which pools nodes
 * are missing for it, and how many. What reaches several pools is found a place where that needs
 * the fewest nodes.
 */
public final class Shortage {
  private final Capacity capacity;
  private final List<Demand> demands;
  private final SortedMap<String, SortedMap<ResourceName, Quantity>> lacking = new TreeMap<>();
  private final Map<String, Resources> like = new HashMap<>();

  private Shortage(Shares shares) {
    this.capacity = shares.capacity();
    this.demands = shares.demands();
    capacity.pools().forEach(p -> like.put(p.name(), like(p)));
  }

  /** Returns the nodes that are missing, by pool; none if there is enough for all. */
  public static List<NodeProposal> of(Shares shares) {
    Shortage shortage = new Shortage(shares);
    shares.capacity().policy().resources().forEach(shortage::look);
    List<NodeProposal> proposals = new ArrayList<>();
    shortage.lacking.forEach((pool, amounts) -> proposals.add(shortage.proposal(pool, amounts)));
    return List.copyOf(proposals);
  }

  private void look(DividedResource resource) {
    Map<String, Long> pools = new HashMap<>();
    Map<String, Long> perNode = new HashMap<>();
    for (PoolCapacity pool : capacity.pools()) {
      long size = size(pool.name(), resource);
      if (size > 0 && resource.countsIn(pool.name())) {
        pools.put(pool.name(), pool.units(resource));
        perNode.put(pool.name(), size);
      }
    }
    List<Source> sources = new ArrayList<>();
    asked(resource, pools.keySet())
        .forEach((reach, units) -> sources.add(new Source("", units, reach, Map.of())));
    if (!pools.isEmpty()) {
      sources.add(new Source("", capacity.reserve(resource), pools.keySet(), Map.of()));
    }
    Spread.of(pools, perNode, sources)
        .beyond()
        .forEach(
            (pool, units) ->
                lacking
                    .computeIfAbsent(pool, p -> new TreeMap<>())
                    .put(resource.name(), resource.quantity(units)));
  }

  /** Returns how many units are asked for that reach just these pools. */
  private Map<Set<String>, Long> asked(DividedResource resource, Set<String> pools) {
    Map<Set<String>, Long> asked = new LinkedHashMap<>();
    for (int t = 0; t < demands.size(); t++) {
      Demand demand = demands.get(t);
      long left = ceiling(capacity.policy().tenants().get(t), resource);
      for (List<Wanted> some : List.of(demand.placed(), demand.pending(), demand.refused())) {
        for (Wanted wanted : some) {
          Set<String> reach = new HashSet<>(wanted.pools());
          reach.retainAll(pools);
          long units = resource.unitsFor(wanted.resources().getOrZero(resource.name()));
          long counted = reach.isEmpty() ? 0 : Math.min(left, units);
          if (counted > 0) {
            asked.merge(new TreeSet<>(reach), counted, Long::sum);
            left -= counted;
          }
        }
      }
    }
    return asked;
  }

  private long ceiling(Tenant tenant, DividedResource resource) {
    Amount ceiling = tenant.ceiling().get(resource.name());
    return ceiling == null ? Long.MAX_VALUE : capacity.units(resource, ceiling);
  }

  private NodeProposal proposal(String pool, SortedMap<ResourceName, Quantity> amounts) {
    long nodes = 0;
    for (DividedResource resource : capacity.policy().resources()) {
      Quantity amount = amounts.getOrDefault(resource.name(), Quantity.ZERO);
      long size = Math.max(1, size(pool, resource));
      nodes = Math.max(nodes, (resource.unitsFor(amount) + size - 1) / size);
    }
    return new NodeProposal(pool, nodes, like.getOrDefault(pool, Resources.EMPTY), amounts);
  }

  private long size(String pool, DividedResource resource) {
    BigDecimal amount =
        like.getOrDefault(pool, Resources.EMPTY).getOrZero(resource.name()).toBigDecimal();
    return resource.unitsIn(amount);
  }

  private static Resources like(PoolCapacity pool) {
    Map<Resources, Integer> counts = new LinkedHashMap<>();
    for (Node node : pool.nodes()) {
      counts.merge(node.allocatable(), 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .max(Comparator.comparingInt(Map.Entry::getValue))
        .map(Map.Entry::getKey)
        .orElse(Resources.EMPTY);
  }
}
