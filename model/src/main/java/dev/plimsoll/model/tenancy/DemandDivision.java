package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.division.Allotment;
import dev.plimsoll.model.tenancy.division.Ask;
import dev.plimsoll.model.tenancy.division.Asker;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.MaxMin;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Divides by what tenants want, {@linkplain MaxMin fair by weight} in each resource.
 *
 * <p>Resources are tied together by the dominant share: the level to which a tenant is served in
 * any resource is that of its dominant one, of which it wants most, measured in what the largest
 * node has. So its weight in another resource is as much smaller as the part it wants there. The
 * measure is a node and not the whole cluster, so that added nodes never turn the weights against
 * anybody.
 */
final class DemandDivision {
  /** Weights are multiplied by this, so that parts of them are whole. */
  private static final long PARTS = 1 << 20;

  private final Basis basis;
  private final Set<String> everywhere;
  private final Map<ResourceName, BigDecimal> largest = new HashMap<>();

  DemandDivision(Basis basis) {
    this.basis = basis;
    this.everywhere =
        basis.capacity().pools().stream()
            .map(PoolCapacity::name)
            .collect(Collectors.toUnmodifiableSet());
    for (PoolCapacity pool : basis.capacity().pools()) {
      for (Node node : pool.nodes()) {
        for (DividedResource resource : basis.policy().resources()) {
          largest.merge(
              resource.name(),
              node.allocatable().getOrZero(resource.name()).toBigDecimal(),
              BigDecimal::max);
        }
      }
    }
  }

  Allotment divide(DividedResource resource) {
    Map<String, Long> pools = pools(resource);
    long all = pools.values().stream().mapToLong(Long::longValue).sum();
    long reserve = Math.max(0, all - basis.capacity().divided(resource));
    return MaxMin.divide(pools, reserve, askers(resource));
  }

  Map<String, Long> pools(DividedResource resource) {
    Map<String, Long> pools = new HashMap<>();
    basis
        .capacity()
        .pools()
        .forEach(p -> pools.put(p.name(), basis.capacity().overcommitted(p.units(resource))));
    return pools;
  }

  List<Asker> askers(DividedResource resource) {
    List<Asker> askers = new ArrayList<>();
    for (Demand demand : basis.demands()) {
      askers.add(asker(basis.policy().tenants().get(askers.size()), demand, resource));
    }
    return askers;
  }

  private Asker asker(Tenant tenant, Demand demand, DividedResource resource) {
    Claim bounds = basis.claim(tenant, resource);
    Set<String> reach = demand.reach().getOrDefault(resource.name(), everywhere);
    List<Ask> asks = asks(demand, resource);
    long past = resource.unitsFor(basis.history().wanted(tenant.name(), resource.name()));
    long present = asks.stream().mapToLong(Ask::units).sum();
    if (past > present) {
      asks.add(new Ask(past - present, reach));
    }
    return new Asker(
        new Claim(
            tenant.name(), weight(tenant, demand, resource), bounds.floor(), bounds.ceiling()),
        asks,
        reach);
  }

  private static List<Ask> asks(Demand demand, DividedResource resource) {
    Map<Set<String>, BigDecimal> wanted = new HashMap<>();
    for (List<Wanted> some : List.of(demand.placed(), demand.pending(), demand.refused())) {
      for (Wanted w : some) {
        if (w.counts(resource)) {
          wanted.merge(
              w.pools(), w.resources().getOrZero(resource.name()).toBigDecimal(), BigDecimal::add);
        }
      }
    }
    List<Ask> asks = new ArrayList<>();
    wanted.forEach((pools, amount) -> asks.add(new Ask(resource.unitsFor(amount), pools)));
    return asks;
  }

  private long weight(Tenant tenant, Demand demand, DividedResource resource) {
    BigDecimal here = nodes(demand, resource);
    BigDecimal dominant = BigDecimal.ZERO;
    for (DividedResource other : basis.policy().resources()) {
      dominant = dominant.max(nodes(demand, other));
    }
    BigDecimal full = BigDecimal.valueOf(tenant.weight()).multiply(BigDecimal.valueOf(PARTS));
    if (here.signum() == 0 || tenant.weight() == 0) {
      return full.longValueExact();
    }
    return Math.max(1, full.multiply(here).divide(dominant, MathContext.DECIMAL64).longValue());
  }

  /** Returns how many of the largest nodes have what is wanted of the resource. */
  private BigDecimal nodes(Demand demand, DividedResource resource) {
    BigDecimal node = largest.getOrDefault(resource.name(), BigDecimal.ZERO);
    return node.signum() == 0
        ? BigDecimal.ZERO
        : demand.all(resource).divide(node, MathContext.DECIMAL64);
  }
}
