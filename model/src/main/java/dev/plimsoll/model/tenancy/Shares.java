package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The tenants' shares of a cluster at present, by a policy.
 *
 * @param capacity what is divided
 * @param demands what tenants want, in the order of the policy
 * @param byResource the shares by resource and tenant, both in the order of the policy
 */
public record Shares(
    TenantCapacity capacity,
    List<TenantDemand> demands,
    Map<ResourceName, Map<String, Share>> byResource) {

  public Shares {
    demands = List.copyOf(demands);
    byResource = Collections.unmodifiableMap(byResource);
  }

  /** Returns the shares by the present alone. */
  public static Shares of(Cluster cluster, CapacityPolicy policy) {
    return of(cluster, policy, UsageHistory.NONE);
  }

  /** Returns the shares by the present and the past. */
  public static Shares of(Cluster cluster, CapacityPolicy policy, UsageHistory usageHistory) {
    return of(cluster, Workloads.of(cluster), policy, usageHistory);
  }

  /** Returns that, with the pods of the cluster gathered before. */
  public static Shares of(
      Cluster cluster, Workloads workloads, CapacityPolicy policy, UsageHistory usageHistory) {
    TenantCapacity tenantCapacity = TenantCapacity.of(cluster, policy);
    return of(
        DivisionInput.of(
            tenantCapacity,
            TenantDemands.of(
                NamespaceDemands.of(cluster, workloads, tenantCapacity, PodTemplateOwner::missing),
                policy),
            usageHistory),
        claims(cluster, tenantCapacity));
  }

  /** Returns the claims of each resource, in the order of the policy. */
  private static List<ShareClaims> claims(Cluster cluster, TenantCapacity capacity) {
    CapacityPolicy policy = capacity.policy();
    TenantNamespaces namespaces = TenantNamespaces.of(cluster, policy);
    QuotaRequests requests = QuotaRequests.of(cluster, policy);
    ClusterQuotaLimits quotas = new ClusterQuotaLimits(cluster, policy);
    SortedMap<String, Set<String>> byTenant = new TreeMap<>();
    for (Tenant tenant : policy.tenants()) {
      List<String> some = namespaces.of(tenant);
      if (!some.isEmpty()) {
        byTenant.put(tenant.name(), Set.copyOf(some));
      }
    }
    List<ShareClaims> claims = new ArrayList<>();
    for (DividedResource resource : policy.resources()) {
      Map<String, Long> requested = new HashMap<>();
      byTenant.forEach(
          (tenant, some) ->
              requested.put(
                  tenant,
                  some.stream()
                      .mapToLong(n -> Math.min(requests.units(n, resource), Claim.MAX_UNITS >> 20))
                      .sum()));
      claims.add(new ShareClaims(capacity.of(resource), quotas.of(resource), byTenant, requested));
    }
    return claims;
  }

  private static Shares of(DivisionInput divisionInput, List<ShareClaims> claims) {
    List<DividedResource> resources = divisionInput.policy().resources();
    Claimants claimants = new Claimants(divisionInput);
    List<Apportionment> divided =
        IntStream.range(0, resources.size())
            .parallel()
            .mapToObj(r -> divide(divisionInput, claimants, claims.get(r), resources.get(r)))
            .toList();
    Map<ResourceName, Map<String, Share>> byResource = new LinkedHashMap<>();
    for (int r = 0; r < resources.size(); r++) {
      Map<String, Share> byTenant = new LinkedHashMap<>();
      for (int t = 0; t < divisionInput.tenantDemands().size(); t++) {
        Share share = share(divisionInput, claims.get(r), resources.get(r), t, divided.get(r));
        byTenant.put(share.tenant(), share);
      }
      byResource.put(resources.get(r).name(), Collections.unmodifiableMap(byTenant));
    }
    return new Shares(divisionInput.capacity(), divisionInput.tenantDemands(), byResource);
  }

  /** Returns all shares, by resource and tenant. */
  public List<Share> all() {
    return byResource.values().stream().flatMap(m -> m.values().stream()).toList();
  }

  /** Returns the share of a tenant in a resource. */
  public Optional<Share> of(String tenant, ResourceName resource) {
    return Optional.ofNullable(byResource.getOrDefault(resource, Map.of()).get(tenant));
  }

  private static Apportionment divide(
      DivisionInput divisionInput,
      Claimants claimants,
      ShareClaims claims,
      DividedResource resource) {
    Map<String, Long> pools = new HashMap<>();
    divisionInput.capacity().pools().forEach(p -> pools.put(p.name(), p.units(resource)));
    return claims.divide(
        claims.all().keySet(), pools, claimants.of(resource), claimants.peaks(resource));
  }

  private static Share share(
      DivisionInput divisionInput,
      ShareClaims claims,
      DividedResource resource,
      int index,
      Apportionment divided) {
    Tenant tenant = divisionInput.policy().tenants().get(index);
    TenantDemand tenantDemand = divisionInput.tenantDemands().get(index);
    Claim bounds = claims.of(tenant.name());
    long all = divisionInput.capacity().divided(resource);
    return new Share(
        tenant.name(),
        resource.name(),
        resource.quantity(Math.min(bounds.floor(), all)),
        resource.quantity(Math.min(bounds.ceiling(), all)),
        resource.quantity(divided.of(tenant.name())),
        resource.written(TenantDemand.sum(tenantDemand.placed(), resource)),
        resource.written(tenantDemand.total(resource)));
  }
}
