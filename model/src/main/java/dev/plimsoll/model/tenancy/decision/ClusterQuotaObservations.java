package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ClusterResourceQuota;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.ResourceQuotaStatus;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.ClusterResourceQuotaAdmission;
import dev.plimsoll.model.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.workload.Workloads;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds what ClusterResourceQuotas leave to tenants. One with scopes counts some pods only, so it
 * bounds no ceiling that counts all.
 */
final class ClusterQuotaObservations {
  private final List<Selection> selections = new ArrayList<>();

  /**
   * What a quota selects.
   *
   * @param namespaces those of tenants
   * @param others what is charged in the others, by request key
   */
  private record Selection(
      ClusterResourceQuota quota, SortedSet<String> namespaces, Resources others) {}

  ClusterQuotaObservations(Cluster cluster, Workloads workloads, CapacityPolicy policy) {
    Collection<ClusterResourceQuota> quotas = cluster.list(ClusterResourceQuota.class);
    if (quotas.isEmpty()) {
      return;
    }
    TenantNamespaces tenants = TenantNamespaces.of(cluster, policy);
    NamespaceCharges charges = new NamespaceCharges(cluster, workloads);
    for (ClusterResourceQuota quota : quotas) {
      if (quota.quota().countsAllPods()) {
        SortedSet<String> ofTenants = new TreeSet<>();
        Resources others = Resources.EMPTY;
        for (Namespace namespace : cluster.list(Namespace.class)) {
          if (ClusterResourceQuotaAdmission.selects(quota, namespace.metadata())) {
            if (tenants.tenantOf(namespace.name()).isPresent()) {
              ofTenants.add(namespace.name());
            } else {
              others = others.add(used(quota, namespace.name(), policy, charges));
            }
          }
        }
        selections.add(new Selection(quota, ofTenants, others));
      }
    }
    selections.removeIf(s -> s.namespaces().isEmpty());
  }

  private static Resources used(
      ClusterResourceQuota quota,
      String namespace,
      CapacityPolicy policy,
      NamespaceCharges charges) {
    Resources reported =
        Optional.ofNullable(quota.namespaces().get(namespace))
            .map(ResourceQuotaStatus::used)
            .orElse(Resources.EMPTY);
    Resources.Builder used = Resources.builder();
    for (DividedResource resource : policy.resources()) {
      ResourceName key = QuotaKeys.requestKey(resource.name());
      Quantity most = charges.all(namespace).getOrZero(key);
      for (ResourceName charged : QuotaKeys.chargedKeys(resource.name())) {
        most = Quantity.max(most, reported.getOrZero(charged));
      }
      used.put(key, most);
    }
    return used.build();
  }

  /**
   * Returns what they leave of a resource.
   *
   * @param usages what is used of it in the tenants' namespaces
   */
  List<ClusterQuotaObservation> of(
      DividedResource resource, List<NamespaceUsage> usages, PartsOfUnits parts) {
    List<ClusterQuotaObservation> seen = new ArrayList<>();
    for (Selection selection : selections) {
      hard(selection.quota(), resource)
          .ifPresent(
              hard -> {
                Quantity others =
                    selection.others().getOrZero(QuotaKeys.requestKey(resource.name()));
                BigDecimal left =
                    hard.subtract(others)
                        .toBigDecimal()
                        .subtract(
                            parts.in(
                                usages.stream()
                                    .filter(u -> selection.namespaces().contains(u.namespace()))
                                    .toList()));
                seen.add(
                    new ClusterQuotaObservation(
                        selection.quota().name(),
                        hard,
                        others,
                        resource.unitsIn(left),
                        selection.namespaces()));
              });
    }
    return List.copyOf(seen);
  }

  private static Optional<Quantity> hard(ClusterResourceQuota quota, DividedResource resource) {
    return QuotaKeys.chargedKeys(resource.name()).stream()
        .flatMap(k -> quota.quota().hard().get(k).stream())
        .min(Comparator.naturalOrder());
  }
}
