package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.PodEvaluator;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantDemands;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds what is charged and wanted in the tenants' namespaces. */
final class NamespaceUsages {
  private final Cluster cluster;
  private final CapacityPolicy policy;
  private final PodEvaluator evaluator;
  private final Map<String, Resources> missing;

  private NamespaceUsages(Cluster cluster, CapacityPolicy policy) {
    this.cluster = cluster;
    this.policy = policy;
    this.evaluator = new PodEvaluator(cluster.asOf());
    this.missing = TenantDemands.missingRequests(cluster);
  }

  /** Returns all resources in all namespaces of tenants, by tenant and namespace. */
  static List<NamespaceUsage> of(Cluster cluster, CapacityPolicy policy) {
    NamespaceUsages namespaceUsages = new NamespaceUsages(cluster, policy);
    TenantNamespaces namespaces = TenantNamespaces.of(cluster, policy);
    List<NamespaceUsage> all = new ArrayList<>();
    for (Tenant tenant : policy.tenants()) {
      for (String namespace : namespaces.of(tenant)) {
        all.addAll(namespaceUsages.in(tenant, namespace));
      }
    }
    return all;
  }

  private List<NamespaceUsage> in(Tenant tenant, String namespace) {
    List<ResourceQuota> quotas =
        cluster.list(ResourceQuota.class, namespace).stream()
            .filter(q -> q.spec().countsAllPods())
            .toList();
    Resources used = Resources.EMPTY;
    Resources bound = Resources.EMPTY;
    for (Pod pod : cluster.list(Pod.class, namespace)) {
      Resources charged = evaluator.usage(pod);
      used = used.add(charged);
      bound = pod.isBound() ? bound.add(charged) : bound;
    }
    Resources absent = missing.getOrDefault(namespace, Resources.EMPTY);
    List<NamespaceUsage> namespaceUsages = new ArrayList<>();
    for (DividedResource resource : policy.resources()) {
      ResourceName key = ChargedQuotaKeys.usual(resource.name());
      Quantity charged = used.getOrZero(key);
      for (ResourceQuota quota : quotas) {
        for (ResourceName reported : ChargedQuotaKeys.charged(resource.name())) {
          charged = Quantity.max(charged, quota.status().used().getOrZero(reported));
        }
      }
      Quantity wanted = charged.add(absent.getOrZero(resource.name()));
      namespaceUsages.add(
          new NamespaceUsage(
              tenant, namespace, resource, quotas, bound.getOrZero(key), charged, wanted));
    }
    return namespaceUsages;
  }
}
