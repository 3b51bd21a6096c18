package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Proportional;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who may have how much of a cluster at the moment, by what was agreed.
 *
 * @param capacity what is divided
 * @param demands what tenants want, in the order of the policy
 * @param byResource the shares by resource and tenant, both in the order of the policy
 */
public record Shares(
    Capacity capacity, List<Demand> demands, Map<ResourceName, Map<String, Share>> byResource) {

  /** Makes the list unmodifiable. */
  public Shares {
    demands = List.copyOf(demands);
    byResource = Collections.unmodifiableMap(byResource);
  }

  /** Returns the shares by the present alone. */
  public static Shares of(Cluster cluster, CapacityPolicy policy) {
    return of(cluster, policy, History.NONE);
  }

  /** Returns the shares by the present and the past. */
  public static Shares of(Cluster cluster, CapacityPolicy policy, History history) {
    Capacity capacity = Capacity.of(cluster, policy);
    return of(Basis.of(capacity, Demands.of(cluster, capacity), history));
  }

  private static Shares of(Basis basis) {
    List<DividedResource> resources = basis.policy().resources();
    List<Apportionment> divided = resources.parallelStream().map(divider(basis)::divide).toList();
    Map<ResourceName, Map<String, Share>> byResource = new LinkedHashMap<>();
    for (int r = 0; r < resources.size(); r++) {
      Map<String, Share> byTenant = new LinkedHashMap<>();
      for (int t = 0; t < basis.demands().size(); t++) {
        Share share = share(basis, resources.get(r), t, divided.get(r));
        byTenant.put(share.tenant(), share);
      }
      byResource.put(resources.get(r).name(), Collections.unmodifiableMap(byTenant));
    }
    return new Shares(basis.capacity(), basis.demands(), byResource);
  }

  /** Returns all shares, by resource and tenant. */
  public List<Share> all() {
    return byResource.values().stream().flatMap(m -> m.values().stream()).toList();
  }

  /** Returns the share of a tenant in a resource. */
  public Optional<Share> of(String tenant, ResourceName resource) {
    return Optional.ofNullable(byResource.getOrDefault(resource, Map.of()).get(tenant));
  }

  /** Divides a resource. */
  private interface Divider {
    Apportionment divide(DividedResource resource);
  }

  private static Divider divider(Basis basis) {
    if (basis.policy().division() instanceof Division.Demand) {
      DemandDivision division = new DemandDivision(basis);
      return resource -> division.divide(resource).total();
    }
    if (basis.policy().division() instanceof Division.Generous generous) {
      return resource -> GenerousDivision.divide(basis, resource, generous.factor());
    }
    return resource ->
        Proportional.divide(
            basis.capacity().divided(resource),
            basis.policy().tenants().stream().map(t -> basis.claim(t, resource)).toList());
  }

  private static Share share(
      Basis basis, DividedResource resource, int index, Apportionment divided) {
    Tenant tenant = basis.policy().tenants().get(index);
    Demand demand = basis.demands().get(index);
    Claim bounds = basis.claim(tenant, resource);
    return new Share(
        tenant.name(),
        resource.name(),
        resource.quantity(bounds.floor()),
        resource.quantity(Math.min(bounds.ceiling(), basis.capacity().divided(resource))),
        resource.quantity(divided.of(tenant.name())),
        resource.written(Demand.sum(demand.placed(), resource)),
        resource.written(demand.all(resource)));
  }
}
