package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Namespace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which namespace is whose. A namespace that several tenants select belongs to the first of them,
 * one that is being deleted to nobody.
 */
public final class TenantNamespaces {
  private final SortedMap<String, List<Tenant>> byNamespace;

  private TenantNamespaces(SortedMap<String, List<Tenant>> byNamespace) {
    this.byNamespace = byNamespace;
  }

  /** Returns whose the namespaces of the cluster are. */
  public static TenantNamespaces of(Cluster cluster, CapacityPolicy policy) {
    SortedMap<String, List<Tenant>> byNamespace = new TreeMap<>();
    for (String namespace : cluster.namespaces()) {
      if (isTerminating(cluster, namespace)) {
        continue;
      }
      Map<String, String> labels = labels(cluster, namespace);
      List<Tenant> owners =
          policy.tenants().stream().filter(t -> t.namespaces().matches(namespace, labels)).toList();
      if (!owners.isEmpty()) {
        byNamespace.put(namespace, owners);
      }
    }
    return new TenantNamespaces(Collections.unmodifiableSortedMap(byNamespace));
  }

  /** Returns whether the cluster has the namespace and it is being deleted. */
  static boolean isTerminating(Cluster cluster, String namespace) {
    return cluster
        .find(Namespace.class, "", namespace)
        .filter(Namespace::isTerminating)
        .isPresent();
  }

  /** Returns the labels of a namespace, none if the cluster does not have the namespace itself. */
  static Map<String, String> labels(Cluster cluster, String namespace) {
    return cluster
        .find(Namespace.class, "", namespace)
        .map(n -> n.metadata().labels())
        .orElse(Map.of());
  }

  /** Returns whose the namespace is. */
  public Optional<Tenant> tenantOf(String namespace) {
    return Optional.ofNullable(byNamespace.get(namespace)).map(owners -> owners.get(0));
  }

  /** Returns the tenant's namespaces, by name. */
  public List<String> of(Tenant tenant) {
    List<String> namespaces = new ArrayList<>();
    byNamespace.forEach(
        (namespace, owners) -> {
          if (owners.get(0).name().equals(tenant.name())) {
            namespaces.add(namespace);
          }
        });
    return List.copyOf(namespaces);
  }

  /** Returns the namespaces that more than one tenant selects, with those tenants. */
  SortedMap<String, List<Tenant>> contested() {
    SortedMap<String, List<Tenant>> contested = new TreeMap<>(byNamespace);
    contested.values().removeIf(owners -> owners.size() < 2);
    return contested;
  }
}
