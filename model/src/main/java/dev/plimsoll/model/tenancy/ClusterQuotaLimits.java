package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.ClusterResourceQuotaAdmission;
import dev.plimsoll.kubernetes.quota.PodEvaluator;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The limits of ClusterResourceQuotas on tenants. A quota with scopes counts some pods only, so
 * that it bounds no share that counts all.
 */
public final class ClusterQuotaLimits {
  private final List<Selection> selections = new ArrayList<>();

  /**
   * The selection of a quota.
   *
   * @param quota the quota
   * @param namespaces the namespaces of tenants that it selects
   * @param others what is charged in the other namespaces, by request key
   */
  public record Selection(
      ClusterResourceQuota quota, SortedSet<String> namespaces, Resources others) {

    /** Returns the quota's limit for a resource, if it has one. */
    public Optional<Quantity> hard(DividedResource resource) {
      return QuotaKeys.chargedKeys(resource.name()).stream()
          .flatMap(k -> quota.quota().hard().get(k).stream())
          .min(Comparator.naturalOrder());
    }

    /** Returns the other namespaces' usage of a resource. */
    public Quantity others(DividedResource resource) {
      return others.getOrZero(QuotaKeys.requestKey(resource.name()));
    }
  }

  /** Finds what the quotas of a cluster select. */
  public ClusterQuotaLimits(Cluster cluster, CapacityPolicy policy) {
    Collection<ClusterResourceQuota> quotas = cluster.list(ClusterResourceQuota.class);
    if (quotas.isEmpty()) {
      return;
    }
    TenantNamespaces tenants = TenantNamespaces.of(cluster, policy);
    for (ClusterResourceQuota quota : quotas) {
      if (quota.quota().countsAllPods()) {
        SortedSet<String> ofTenants = new TreeSet<>();
        Resources others = Resources.EMPTY;
        for (Namespace namespace : cluster.list(Namespace.class)) {
          if (ClusterResourceQuotaAdmission.selects(quota, namespace.metadata())) {
            if (tenants.tenantOf(namespace.name()).isPresent()) {
              ofTenants.add(namespace.name());
            } else {
              others = others.add(used(cluster, quota, namespace.name(), policy));
            }
          }
        }
        selections.add(new Selection(quota, ofTenants, others));
      }
    }
    selections.removeIf(s -> s.namespaces().isEmpty());
  }

  private static Resources used(
      Cluster cluster, ClusterResourceQuota quota, String namespace, CapacityPolicy policy) {
    Resources reported =
        Optional.ofNullable(quota.namespaces().get(namespace))
            .map(ResourceQuotaStatus::used)
            .orElse(Resources.EMPTY);
    PodEvaluator evaluator = PodEvaluator.of(cluster);
    Resources charged =
        cluster.list(Pod.class, namespace).stream()
            .map(evaluator::usage)
            .reduce(Resources.EMPTY, Resources::add);
    Resources.Builder used = Resources.builder();
    for (DividedResource resource : policy.resources()) {
      ResourceName key = QuotaKeys.requestKey(resource.name());
      Quantity most = charged.getOrZero(key);
      for (ResourceName each : QuotaKeys.chargedKeys(resource.name())) {
        most = Quantity.max(most, reported.getOrZero(each));
      }
      used.put(key, most);
    }
    return used.build();
  }

  /** Returns the selection of each quota, by the names of the quotas. */
  public List<Selection> selections() {
    return List.copyOf(selections);
  }

  /** Returns how many units each quota leaves to namespaces of tenants together. */
  List<SharedLimit> of(DividedResource resource) {
    List<SharedLimit> limits = new ArrayList<>();
    for (Selection selection : selections) {
      selection
          .hard(resource)
          .map(hard -> resource.unitsIn(hard.subtract(selection.others(resource)).toBigDecimal()))
          .ifPresent(units -> limits.add(new SharedLimit(units, selection.namespaces())));
    }
    return limits;
  }
}
