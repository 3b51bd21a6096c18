package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.usage.AppliedPolicy;
import dev.plimsoll.model.tenancy.usage.ShareRule;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The usage of shares under the policies that hold pods, as the extender counts it. */
final class HeldShares {
  private final Cluster cluster;
  private final List<TenantUsage> usages = new ArrayList<>();

  /** Counts the pods of a cluster, whose nodes and namespaces stay as they are. */
  HeldShares(Cluster cluster, List<CapacityPolicy> policies) {
    this.cluster = cluster;
    for (CapacityPolicy policy : policies) {
      if (policy.enforcement().placement() == PlacementMode.HOLD) {
        usages.add(new TenantUsage(AppliedPolicy.of(cluster, policy)));
      }
    }
    for (Pod pod : cluster.list(Pod.class)) {
      count(pod, true);
    }
  }

  /** Counts a pod that runs or waits, or no longer. */
  void count(Pod pod, boolean in) {
    usages.replaceAll(
        u -> pod.isBound() ? u.placed(pod, in, cluster) : u.waiting(pod, in, cluster));
  }

  /** Returns whether the share of their tenant lets all of some pods go. */
  boolean suffice(List<Pod> pods) {
    return usages.stream().allMatch(u -> suffices(u, pods));
  }

  private boolean suffices(TenantUsage usage, List<Pod> pods) {
    Resources together = pods.stream().map(usage::requests).reduce(Resources.EMPTY, Resources::add);
    Optional<String> tenant = usage.tenantOf(pods.get(0), cluster);
    return tenant.isEmpty()
        || new ShareRule(usage).insufficientResource(tenant.get(), together).isEmpty();
  }
}
