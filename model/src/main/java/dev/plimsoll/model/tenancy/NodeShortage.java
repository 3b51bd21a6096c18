package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.division.AssignableUnits;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.PoolAssignment;
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
 * The demand of tenants, within their ceilings, that no division could serve, as missing nodes per
 * pool. Demand that several pools could serve is assigned to the pool that needs the fewest nodes.
 */
public final class NodeShortage {
  private static final Claim NO_CLAIM = new Claim("", 0, 0, 0);

  private final TenantCapacity tenantCapacity;
  private final List<TenantDemand> tenantDemands;
  private final SortedMap<String, SortedMap<ResourceName, Quantity>> lacking = new TreeMap<>();
  private final Map<String, Resources> like = new HashMap<>();

  private NodeShortage(Shares shares) {
    this.tenantCapacity = shares.capacity();
    this.tenantDemands = shares.demands();
    tenantCapacity.pools().forEach(p -> like.put(p.name(), like(p)));
  }

  /** Returns the nodes that are missing, by pool; none if there is enough for all. */
  public static List<NodeProposal> of(Shares shares) {
    NodeShortage nodeShortage = new NodeShortage(shares);
    shares.capacity().policy().resources().forEach(nodeShortage::addResource);
    List<NodeProposal> proposals = new ArrayList<>();
    nodeShortage.lacking.forEach(
        (pool, amounts) -> proposals.add(nodeShortage.proposal(pool, amounts)));
    return List.copyOf(proposals);
  }

  private void addResource(DividedResource resource) {
    Map<String, Long> pools = new HashMap<>();
    Map<String, Long> perNode = new HashMap<>();
    for (PoolCapacity pool : tenantCapacity.pools()) {
      long size = size(pool.name(), resource);
      if (size > 0 && resource.countsIn(pool.name())) {
        pools.put(pool.name(), pool.units(resource));
        perNode.put(pool.name(), size);
      }
    }
    List<AssignableUnits> assignable = new ArrayList<>();
    demanded(resource, pools.keySet())
        .forEach((reach, units) -> assignable.add(new AssignableUnits("", units, reach, Map.of())));
    if (!pools.isEmpty()) {
      assignable.add(
          new AssignableUnits("", tenantCapacity.reserve(resource), pools.keySet(), Map.of()));
    }
    PoolAssignment.of(pools, perNode, assignable)
        .beyond()
        .forEach(
            (pool, units) ->
                lacking
                    .computeIfAbsent(pool, p -> new TreeMap<>())
                    .put(resource.name(), resource.quantity(units)));
  }

  /** Returns how many units are demanded that reach just these pools. */
  private Map<Set<String>, Long> demanded(DividedResource resource, Set<String> pools) {
    Map<Set<String>, Long> demanded = new LinkedHashMap<>();
    Map<String, Claim> claims = ShareBounds.of(tenantCapacity.of(resource));
    for (TenantDemand tenantDemand : tenantDemands) {
      long left = claims.getOrDefault(tenantDemand.tenant(), NO_CLAIM).ceiling();
      for (PoolDemand poolDemand : tenantDemand.all()) {
        Set<String> reach = new HashSet<>(poolDemand.pools());
        reach.retainAll(pools);
        long units = resource.unitsFor(poolDemand.resources().getOrZero(resource.name()));
        long counted = reach.isEmpty() ? 0 : Math.min(left, units);
        if (counted > 0) {
          demanded.merge(new TreeSet<>(reach), counted, Long::sum);
          left -= counted;
        }
      }
    }
    return demanded;
  }

  private NodeProposal proposal(String pool, SortedMap<ResourceName, Quantity> amounts) {
    long nodes = 0;
    for (DividedResource resource : tenantCapacity.policy().resources()) {
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
        .orElse(pool.toCome().each());
  }
}
