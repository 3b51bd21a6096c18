package dev.plimsoll.model.tenancy.usage;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.PoolCapacity;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.tenancy.UnservableRequests;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A policy as it applied to a cluster: who may have how much, whose namespaces are whose, and what
 * counts on which node. Stays as it is while the usage that goes by it is kept current. Any number
 * of threads may ask.
 */
public final class AppliedPolicy {
  /**
   * The most remembered namespaces that are not in the cluster, because a caller may invent names.
   */
  private static final int NEW_NAMESPACES = 10_000;

  private final CapacityPolicy policy;
  private final Shares shares;
  private final Map<String, Optional<String>> tenants = new ConcurrentHashMap<>();
  private final Map<String, Set<ResourceName>> onNodes = new HashMap<>();
  private final Map<ResourceName, Quantity> sums = new HashMap<>();
  private final Set<ResourceName> elsewhere;
  private final UnservableRequests unservable;
  private List<String> disputes = List.of();
  private int mostTenants = NEW_NAMESPACES;

  private AppliedPolicy(Cluster cluster, CapacityPolicy policy, Shares shares) {
    this.unservable = new UnservableRequests(cluster, shares.capacity());
    this.policy = policy;
    this.shares = shares;
    shares.all().forEach(s -> sums.merge(s.resource(), s.share(), Quantity::add));
    this.elsewhere = new HashSet<>();
    for (DividedResource resource : policy.resources()) {
      if (resource.pools().isEmpty()) {
        elsewhere.add(resource.name());
      }
    }
  }

  /** Applies a policy to a cluster. */
  public static AppliedPolicy of(Cluster cluster, CapacityPolicy policy) {
    Shares shares = Shares.of(cluster, policy);
    AppliedPolicy appliedPolicy = new AppliedPolicy(cluster, policy, shares);
    TenantNamespaces namespaces = TenantNamespaces.of(cluster, policy);
    appliedPolicy.disputes = List.copyOf(namespaces.disputes());
    for (String namespace : cluster.namespaces()) {
      appliedPolicy.tenants.put(namespace, namespaces.tenantOf(namespace).map(Tenant::name));
    }
    appliedPolicy.mostTenants = appliedPolicy.tenants.size() + NEW_NAMESPACES;
    for (PoolCapacity pool : shares.capacity().pools()) {
      Set<ResourceName> counted = new HashSet<>();
      policy.resources().stream()
          .filter(r -> r.countsIn(pool.name()))
          .forEach(r -> counted.add(r.name()));
      pool.nodes().stream().map(Node::name).forEach(n -> appliedPolicy.onNodes.put(n, counted));
    }
    return appliedPolicy;
  }

  /** Returns the policy. */
  public CapacityPolicy policy() {
    return policy;
  }

  /** Returns the share of each tenant. */
  public Shares shares() {
    return shares;
  }

  /** Returns a sentence for each namespace that several tenants select. */
  public List<String> disputes() {
    return disputes;
  }

  /** Returns the sum of all tenants' shares. */
  public Quantity sum(ResourceName resource) {
    return sums.getOrDefault(resource, Quantity.ZERO);
  }

  /** Returns the tenant of the namespace; a new namespace is matched by its present labels. */
  public Optional<String> tenantOf(String namespace, Cluster now) {
    Optional<String> known = tenants.get(namespace);
    if (known != null) {
      return known;
    }
    Optional<String> tenant = TenantNamespaces.tenantOf(namespace, now, policy).map(Tenant::name);
    if (tenants.size() < mostTenants) {
      tenants.put(namespace, tenant);
    }
    return tenant;
  }

  /** Returns whether any node could take a pod, were it empty. */
  public boolean isServable(Pod pod) {
    return !unservable.contain(
        pod, PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING));
  }

  /** Returns the divided resources that count on the node. */
  public Set<ResourceName> countedOn(String node) {
    return onNodes.getOrDefault(node, elsewhere);
  }

  /** Returns whether the resource is divided wherever it is. */
  public boolean countsEverywhere(ResourceName resource) {
    return elsewhere.contains(resource);
  }

  /** Returns whether the same pods count for the same tenants. */
  boolean countsLike(AppliedPolicy other) {
    return policy.equals(other.policy)
        && onNodes.equals(other.onNodes)
        && tenants.entrySet().stream()
            .allMatch(
                e -> other.tenants.getOrDefault(e.getKey(), e.getValue()).equals(e.getValue()));
  }
}
