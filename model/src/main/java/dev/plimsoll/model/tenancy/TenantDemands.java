package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Sums the demands of a cluster's namespaces by tenant. */
public final class TenantDemands {
  private TenantDemands() {}

  /** Returns the demand of each tenant, in the order of the policy. */
  public static List<TenantDemand> of(Cluster cluster, TenantCapacity tenantCapacity) {
    return of(NamespaceDemands.of(cluster, tenantCapacity), tenantCapacity.policy());
  }

  /** Returns the demand of each tenant, in the order of the policy. */
  public static List<TenantDemand> of(
      SortedMap<String, NamespaceDemand> demands, CapacityPolicy policy) {
    Map<String, List<NamespaceDemand>> byTenant = new HashMap<>();
    for (NamespaceDemand demand : demands.values()) {
      demand
          .tenant()
          .ifPresent(t -> byTenant.computeIfAbsent(t, k -> new ArrayList<>()).add(demand));
    }
    return policy.tenants().stream()
        .map(t -> TenantDemand.of(t.name(), byTenant.getOrDefault(t.name(), List.of())))
        .toList();
  }

  /** Returns the requests of missing pods, by namespace. */
  public static SortedMap<String, Resources> missingRequests(Cluster cluster, Workloads workloads) {
    NextPods next = new NextPods(cluster);
    SortedMap<String, Resources> missing = new TreeMap<>();
    withMissingPods(workloads)
        .forEach(
            owner -> {
              Resources one =
                  PodResources.requests(
                      next.admitted(owner), PodResourcesOptions.SCHEDULER_INCOMING);
              missing.merge(
                  owner.workload().namespace(),
                  NextPods.times(one, owner.missing()),
                  Resources::add);
            });
    return missing;
  }

  /** Returns of each workload that misses pods the next one, as it would be admitted. */
  public static List<Pod> nextMissingPods(Cluster cluster, Workloads workloads) {
    NextPods next = new NextPods(cluster);
    return withMissingPods(workloads).map(next::admitted).toList();
  }

  private static Stream<PodTemplateOwner> withMissingPods(Workloads workloads) {
    return workloads.templateOwners().filter(o -> o.missing() > 0);
  }
}
