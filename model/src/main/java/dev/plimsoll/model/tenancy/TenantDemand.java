package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A tenant's present demand: the sum of its namespaces' demands.
 *
 * @param tenant the tenant's name
 * @param placed what its pods on nodes hold
 * @param pending what its pods without a node wait for
 * @param missing what pods would request that its workloads should have and haven't
 * @param suspended what pods would request of work that waits to be started, as far as the policy
 *     counts it
 * @param reach the pools that its pods reach which request the resource
 * @param namespaces what its namespaces want that want anything, by name
 */
public record TenantDemand(
    String tenant,
    List<PoolDemand> placed,
    List<PoolDemand> pending,
    List<PoolDemand> missing,
    List<PoolDemand> suspended,
    Map<ResourceName, Set<String>> reach,
    List<NamespaceDemand> namespaces) {

  public TenantDemand {
    placed = List.copyOf(placed);
    pending = List.copyOf(pending);
    missing = List.copyOf(missing);
    suspended = List.copyOf(suspended);
    reach = Map.copyOf(reach);
    namespaces = List.copyOf(namespaces);
  }

  /** Returns the demand of a tenant with these namespaces. */
  static TenantDemand of(String tenant, List<NamespaceDemand> namespaces) {
    return new TenantDemand(
        tenant,
        sum(namespaces, NamespaceDemand::placed),
        sum(namespaces, NamespaceDemand::pending),
        sum(namespaces, NamespaceDemand::missing),
        sum(namespaces, NamespaceDemand::suspended),
        reach(namespaces),
        namespaces);
  }

  /** Returns all that is wanted. */
  public List<PoolDemand> all() {
    return Stream.of(placed, pending, missing, suspended).flatMap(List::stream).toList();
  }

  /** Returns all that is wanted where the resource is counted. */
  public BigDecimal total(DividedResource resource) {
    return sum(all(), resource);
  }

  /** Returns the demand that no node could serve even if it were empty. No sum includes it. */
  public List<UnservableDemand> unservable() {
    return namespaces.stream().flatMap(n -> n.unservable().stream()).toList();
  }

  /** Returns the unknown parts of the demand, a sentence each. */
  public List<String> unknown() {
    return namespaces.stream().flatMap(n -> n.unknown().stream()).toList();
  }

  /** Returns how much some of it comes to where the resource is counted. */
  public static BigDecimal sum(List<PoolDemand> some, DividedResource resource) {
    return some.stream()
        .filter(w -> w.counts(resource))
        .map(w -> w.resources().getOrZero(resource.name()).toBigDecimal())
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static List<PoolDemand> sum(
      List<NamespaceDemand> namespaces, Function<NamespaceDemand, List<PoolDemand>> part) {
    return namespaces.size() == 1
        ? part.apply(namespaces.get(0))
        : PoolDemand.sum(namespaces.stream().map(part).toList());
  }

  private static Map<ResourceName, Set<String>> reach(List<NamespaceDemand> namespaces) {
    Map<ResourceName, Set<String>> reach = new HashMap<>();
    for (NamespaceDemand namespace : namespaces) {
      namespace.reach().forEach((name, pools) -> reach.merge(name, pools, TenantDemand::union));
    }
    return reach;
  }

  static Set<String> union(Set<String> a, Set<String> b) {
    if (a.equals(b) || a.containsAll(b)) {
      return a;
    }
    Set<String> union = new HashSet<>(a);
    union.addAll(b);
    return union;
  }
}
