package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.TerminatingNamespaces;
import dev.plimsoll.kubernetes.object.Namespace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which namespace is whose. A namespace that a tenant names is that tenant's, regardless of its
 * labels. A namespace that several tenants select by labels is disputed and has no tenant. A
 * terminating namespace has no tenant either.
 */
public final class TenantNamespaces {
  private final SortedMap<String, Tenant> byNamespace = new TreeMap<>();
  private final SortedMap<String, List<Tenant>> disputed = new TreeMap<>();
  private final Map<String, List<String>> byTenant = new HashMap<>();

  private TenantNamespaces(Cluster cluster, CapacityPolicy policy) {
    Map<String, Tenant> named = new HashMap<>();
    List<Tenant> selecting = new ArrayList<>();
    for (Tenant tenant : policy.tenants()) {
      tenant.namespaces().names().forEach(n -> named.putIfAbsent(n, tenant));
      if (!tenant.namespaces().selectors().isEmpty()) {
        selecting.add(tenant);
      }
    }
    for (String namespace : cluster.namespaces()) {
      if (!TerminatingNamespaces.contains(cluster, namespace)) {
        add(namespace, claimants(named, selecting, namespace, labels(cluster, namespace)));
      }
    }
  }

  /** Returns the tenants of the cluster's namespaces. */
  public static TenantNamespaces of(Cluster cluster, CapacityPolicy policy) {
    return new TenantNamespaces(cluster, policy);
  }

  private static List<Tenant> claimants(
      Map<String, Tenant> named,
      List<Tenant> selecting,
      String namespace,
      Map<String, String> labels) {
    Tenant naming = named.get(namespace);
    return naming != null
        ? List.of(naming)
        : selecting.stream().filter(t -> t.namespaces().matches(namespace, labels)).toList();
  }

  private void add(String namespace, List<Tenant> claimants) {
    if (claimants.size() > 1) {
      disputed.put(namespace, claimants);
    } else if (!claimants.isEmpty()) {
      Tenant owner = claimants.get(0);
      byNamespace.put(namespace, owner);
      byTenant.computeIfAbsent(owner.name(), t -> new ArrayList<>()).add(namespace);
    }
  }

  /** Returns the labels of a namespace, none if the cluster does not have the namespace itself. */
  static Map<String, String> labels(Cluster cluster, String namespace) {
    return cluster
        .find(Namespace.class, "", namespace)
        .map(n -> n.metadata().labels())
        .orElse(Map.of());
  }

  /** Returns the tenant of a namespace, which may be new, by its present labels. */
  public static Optional<Tenant> tenantOf(
      String namespace, Cluster cluster, CapacityPolicy policy) {
    Optional<Tenant> naming =
        policy.tenants().stream()
            .filter(t -> t.namespaces().names().contains(namespace))
            .findFirst();
    Map<String, String> labels = labels(cluster, namespace);
    List<Tenant> selecting =
        policy.tenants().stream()
            .filter(t -> t.namespaces().matches(namespace, labels))
            .limit(2)
            .toList();
    return naming.or(
        () -> selecting.size() == 1 ? Optional.of(selecting.get(0)) : Optional.empty());
  }

  /** Returns the tenant of the namespace. */
  public Optional<Tenant> tenantOf(String namespace) {
    return Optional.ofNullable(byNamespace.get(namespace));
  }

  /** Returns the tenant's namespaces, by name. */
  public List<String> of(Tenant tenant) {
    return List.copyOf(byTenant.getOrDefault(tenant.name(), List.of()));
  }

  /** Returns the namespaces that several tenants select by labels, with those tenants. */
  public SortedMap<String, List<Tenant>> disputed() {
    return Collections.unmodifiableSortedMap(disputed);
  }

  /** Returns a sentence without a full stop for each disputed namespace. */
  public List<String> disputes() {
    List<String> sentences = new ArrayList<>();
    disputed.forEach((namespace, tenants) -> sentences.add(dispute(namespace, tenants)));
    return sentences;
  }

  static String dispute(String namespace, List<Tenant> tenants) {
    return "namespace "
        + namespace
        + " is selected by tenants "
        + tenants.stream().map(Tenant::name).collect(Collectors.joining(" and "))
        + " by its labels, so it is set aside as nobody's: label it for one";
  }
}
