package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Namespace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Which namespace is whose. A namespace that several tenants select belongs to the first of them,
 * one that is being deleted to nobody.
 */
public final class TenantNamespaces {
  private final SortedMap<String, List<Tenant>> byNamespace;
  private final Map<String, List<String>> byTenant = new HashMap<>();

  private TenantNamespaces(SortedMap<String, List<Tenant>> byNamespace) {
    this.byNamespace = byNamespace;
    byNamespace.forEach(
        (namespace, owners) ->
            byTenant.computeIfAbsent(owners.get(0).name(), t -> new ArrayList<>()).add(namespace));
  }

  /** Returns whose the namespaces of the cluster are. */
  public static TenantNamespaces of(Cluster cluster, CapacityPolicy policy) {
    Map<String, List<Integer>> naming = new HashMap<>();
    List<Integer> selecting = new ArrayList<>();
    for (int i = 0; i < policy.tenants().size(); i++) {
      NamespaceSelection selection = policy.tenants().get(i).namespaces();
      for (String name : selection.names()) {
        naming.computeIfAbsent(name, n -> new ArrayList<>()).add(i);
      }
      if (!selection.selectors().isEmpty()) {
        selecting.add(i);
      }
    }
    SortedMap<String, List<Tenant>> byNamespace = new TreeMap<>();
    for (String namespace : cluster.namespaces()) {
      if (isTerminating(cluster, namespace)) {
        continue;
      }
      Map<String, String> labels = labels(cluster, namespace);
      List<Tenant> owners =
          Stream.concat(naming.getOrDefault(namespace, List.of()).stream(), selecting.stream())
              .sorted()
              .distinct()
              .map(policy.tenants()::get)
              .filter(t -> t.namespaces().matches(namespace, labels))
              .toList();
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
    return List.copyOf(byTenant.getOrDefault(tenant.name(), List.of()));
  }

  /** Returns the namespaces that more than one tenant selects, with those tenants. */
  SortedMap<String, List<Tenant>> contested() {
    SortedMap<String, List<Tenant>> contested = new TreeMap<>(byNamespace);
    contested.values().removeIf(owners -> owners.size() < 2);
    return contested;
  }
}
