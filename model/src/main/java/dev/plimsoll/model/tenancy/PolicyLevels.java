package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.model.topology.TopologyLevels;
import java.util.Collection;
import java.util.Comparator;

/** The levels of topology that apply to a cluster. */
public final class PolicyLevels {
  private PolicyLevels() {}

  /** Returns the levels of the cluster's policies, as {@link #of(Cluster, Collection)} does. */
  public static TopologyLevels of(Cluster cluster) {
    return of(
        cluster,
        cluster.list(PolicyObject.class).stream()
            .flatMap(p -> p.spec().stream())
            .filter(CapacityPolicy.class::isInstance)
            .map(CapacityPolicy.class::cast)
            .toList());
  }

  /**
   * Returns the levels of the first policy, by name, that names some. If none does, the well-known
   * levels whose labels the nodes have.
   */
  public static TopologyLevels of(Cluster cluster, Collection<CapacityPolicy> policies) {
    return configured(policies).or(cluster.nodes());
  }

  /** Returns the levels of the first policy, by name, that names some; none if none does. */
  public static TopologyLevels configured(Collection<CapacityPolicy> policies) {
    return policies.stream()
        .filter(p -> !p.topology().levels().isEmpty())
        .min(Comparator.comparing(CapacityPolicy::name))
        .map(CapacityPolicy::topology)
        .orElse(TopologyLevels.NONE);
  }
}
