package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.quantity.ResourceName;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a tenant wants now.
 *
 * @param tenant the tenant's name
 * @param placed what its pods on nodes hold
 * @param pending what its pods without a node wait for
 * @param missing what pods would request that its workloads should have and haven't
 * @param reach the pools that its pods reach which request the resource
 */
public record TenantDemand(
    String tenant,
    List<PoolDemand> placed,
    List<PoolDemand> pending,
    List<PoolDemand> missing,
    Map<ResourceName, Set<String>> reach) {

  /** Makes the lists unmodifiable. */
  public TenantDemand {
    placed = List.copyOf(placed);
    pending = List.copyOf(pending);
    missing = List.copyOf(missing);
    reach = Map.copyOf(reach);
  }

  /** Returns the demand of a tenant that wants nothing. */
  static TenantDemand none(String tenant) {
    return new TenantDemand(tenant, List.of(), List.of(), List.of(), Map.of());
  }

  /** Returns all that is wanted where the resource is counted. */
  public BigDecimal total(DividedResource resource) {
    return sum(placed, resource).add(sum(pending, resource)).add(sum(missing, resource));
  }

  /** Returns how much some of it comes to where the resource is counted. */
  public static BigDecimal sum(List<PoolDemand> some, DividedResource resource) {
    return some.stream()
        .filter(w -> w.counts(resource))
        .map(w -> w.resources().getOrZero(resource.name()).toBigDecimal())
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
