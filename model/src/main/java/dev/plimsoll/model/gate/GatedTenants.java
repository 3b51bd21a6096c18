package dev.plimsoll.model.gate;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.tenancy.usage.TenantUsage;
import java.util.List;

/**
 * The tenants whose pods are gated, by policies with {@code placement: Gate}. A pod of theirs is
 * gated if it requests a divided resource or belongs to a group.
 */
public final class GatedTenants {
  private final Cluster cluster;
  private final List<CapacityPolicy> policies;

  private GatedTenants(Cluster cluster, List<CapacityPolicy> policies) {
    this.cluster = cluster;
    this.policies = policies;
  }

  /** Returns the gated tenants of a cluster, as it is now. */
  public static GatedTenants of(Cluster cluster, List<CapacityPolicy> policies) {
    return new GatedTenants(
        cluster,
        policies.stream().filter(p -> p.enforcement().placement() == PlacementMode.GATE).toList());
  }

  /** Returns the policies that gate pods. */
  List<CapacityPolicy> policies() {
    return policies;
  }

  /**
   * Returns whether a new pod is gated. A pod with a node is never gated, since the API server
   * denies it with a gate. A pod of a DaemonSet is never gated, since it belongs to its node.
   */
  public boolean gate(Pod pod) {
    return !pod.isBound()
        && !pod.isMirror()
        && pod.metadata().controller().filter(c -> c.kind().equals("DaemonSet")).isEmpty()
        && policies.stream().anyMatch(p -> gates(p, pod));
  }

  private boolean gates(CapacityPolicy policy, Pod pod) {
    return TenantNamespaces.tenantOf(pod.namespace(), cluster, policy).isPresent()
        && (Gang.of(pod).isPresent() || !TenantUsage.requests(pod, policy).isEmpty());
  }
}
