package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import dev.plimsoll.model.tenancy.division.UnitDemand;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tenants' demands, and the weight of each in each resource when it is divided by demand.
 *
 * <p>The dominant share ties resources together. A tenant's dominant resource is the one of its
 * largest demand, measured against the largest node. It sets the level to which the tenant is
 * served in every resource. So the tenant's weight in another resource is smaller in proportion to
 * its demand there. The measure is a node and not the whole cluster, so added nodes never change
 * the weights to a tenant's disadvantage.
 */
final class DemandDivision {
  /** Weights are multiplied by this, so that parts of them are whole. */
  private static final long PARTS = 1 << 20;

  private final DivisionInput divisionInput;
  private final Set<String> everywhere;
  private final Map<ResourceName, BigDecimal> largest = new HashMap<>();

  DemandDivision(DivisionInput divisionInput) {
    this.divisionInput = divisionInput;
    this.everywhere =
        divisionInput.capacity().pools().stream()
            .map(PoolCapacity::name)
            .collect(Collectors.toUnmodifiableSet());
    for (PoolCapacity pool : divisionInput.capacity().pools()) {
      for (Node node : pool.nodes()) {
        for (DividedResource resource : divisionInput.policy().resources()) {
          measure(resource, node.allocatable());
        }
      }
      for (DividedResource resource : divisionInput.policy().resources()) {
        measure(resource, pool.toCome().each());
      }
    }
  }

  private void measure(DividedResource resource, Resources node) {
    largest.merge(resource.name(), node.getOrZero(resource.name()).toBigDecimal(), BigDecimal::max);
  }

  Map<String, Long> pools(DividedResource resource) {
    Map<String, Long> pools = new HashMap<>();
    divisionInput.capacity().pools().forEach(p -> pools.put(p.name(), p.units(resource)));
    return pools;
  }

  List<Claimant> claimants(DividedResource resource) {
    List<Claimant> claimants = new ArrayList<>();
    for (TenantDemand tenantDemand : divisionInput.tenantDemands()) {
      claimants.add(
          claimant(divisionInput.policy().tenants().get(claimants.size()), tenantDemand, resource));
    }
    return claimants;
  }

  private Claimant claimant(Tenant tenant, TenantDemand tenantDemand, DividedResource resource) {
    Claim bounds = divisionInput.claim(tenant, resource);
    Set<String> reach = tenantDemand.reach().getOrDefault(resource.name(), everywhere);
    List<UnitDemand> unitDemands = unitDemands(tenantDemand, resource);
    long past = resource.unitsFor(divisionInput.history().wanted(tenant.name(), resource.name()));
    long present = unitDemands.stream().mapToLong(UnitDemand::units).sum();
    if (past > present) {
      unitDemands.add(new UnitDemand(past - present, reach));
    }
    return new Claimant(
        new Claim(
            tenant.name(),
            leaned(tenant, weight(tenant, tenantDemand, resource), resource),
            bounds.floor(),
            bounds.ceiling()),
        unitDemands,
        reach);
  }

  private static List<UnitDemand> unitDemands(TenantDemand tenantDemand, DividedResource resource) {
    Map<Set<String>, BigDecimal> wanted = new HashMap<>();
    for (PoolDemand w : tenantDemand.all()) {
      if (w.counts(resource)) {
        wanted.merge(
            w.pools(), w.resources().getOrZero(resource.name()).toBigDecimal(), BigDecimal::add);
      }
    }
    List<UnitDemand> unitDemands = new ArrayList<>();
    wanted.forEach(
        (pools, amount) -> unitDemands.add(new UnitDemand(resource.unitsFor(amount), pools)));
    return unitDemands;
  }

  private long leaned(Tenant tenant, long weight, DividedResource resource) {
    return divisionInput
        .policy()
        .division()
        .leaning()
        .map(history -> history.lean(weight, tenant.name(), resource.name()))
        .orElse(weight);
  }

  private long weight(Tenant tenant, TenantDemand tenantDemand, DividedResource resource) {
    BigDecimal here = nodes(tenantDemand, resource);
    BigDecimal dominant = BigDecimal.ZERO;
    for (DividedResource other : divisionInput.policy().resources()) {
      dominant = dominant.max(nodes(tenantDemand, other));
    }
    BigDecimal full = BigDecimal.valueOf(tenant.weight()).multiply(BigDecimal.valueOf(PARTS));
    if (here.signum() == 0 || tenant.weight() == 0) {
      return full.longValueExact();
    }
    return Math.max(1, full.multiply(here).divide(dominant, MathContext.DECIMAL64).longValue());
  }

  /** Returns how many of the largest nodes have what is wanted of the resource. */
  private BigDecimal nodes(TenantDemand tenantDemand, DividedResource resource) {
    BigDecimal node = largest.getOrDefault(resource.name(), BigDecimal.ZERO);
    return node.signum() == 0
        ? BigDecimal.ZERO
        : tenantDemand.total(resource).divide(node, MathContext.DECIMAL64);
  }
}
