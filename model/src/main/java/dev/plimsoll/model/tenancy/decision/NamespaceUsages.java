package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import java.util.ArrayList;
import java.util.List;

/** Finds what is charged and wanted in the tenants' namespaces. */
final class NamespaceUsages {
  private final CapacityPolicy policy;
  private final NamespaceCharges charges;

  private NamespaceUsages(Cluster cluster, Workloads workloads, CapacityPolicy policy) {
    this.policy = policy;
    this.charges = new NamespaceCharges(cluster, workloads);
  }

  /** Returns all resources in all namespaces of tenants, by tenant and namespace. */
  static List<NamespaceUsage> of(Cluster cluster, Workloads workloads, CapacityPolicy policy) {
    NamespaceUsages namespaceUsages = new NamespaceUsages(cluster, workloads, policy);
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
        charges.cluster().list(ResourceQuota.class, namespace).stream()
            .filter(q -> q.spec().countsAllPods())
            .toList();
    List<NamespaceUsage> namespaceUsages = new ArrayList<>();
    for (DividedResource resource : policy.resources()) {
      ResourceName key = QuotaKeys.requestKey(resource.name());
      Quantity charged = charges.all(namespace).getOrZero(key);
      for (ResourceQuota quota : quotas) {
        for (ResourceName reported : QuotaKeys.chargedKeys(resource.name())) {
          charged = Quantity.max(charged, quota.status().used().getOrZero(reported));
        }
      }
      Quantity wanted = charged.add(charges.missing(namespace).getOrZero(resource.name()));
      namespaceUsages.add(
          new NamespaceUsage(
              tenant,
              namespace,
              resource,
              quotas,
              charges.bound(namespace).getOrZero(key),
              charged,
              wanted));
    }
    return namespaceUsages;
  }
}
