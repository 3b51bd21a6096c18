package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Tenant;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The policy for a cluster without one. Each namespace that has a quota or uses an extended
 * resource is a tenant of weight 1. Extended resources of nodes are divided, or cpu and memory if
 * there are none. Demand is served first, and the rest is divided evenly.
 */
public final class DefaultCapacityPolicy {
  /** The note about the default policy for users. */
  public static final String NOTE =
      "no policy was given: each namespace that has a quota or uses what is divided is a tenant of"
          + " weight 1; what they ask for comes first, the rest is divided evenly";

  private DefaultCapacityPolicy() {}

  /** Returns the policy for that cluster. */
  public static CapacityPolicy of(Cluster cluster) {
    Set<ResourceName> resources = new TreeSet<>();
    for (Node node : cluster.nodes()) {
      node.allocatable()
          .forEach(
              (name, quantity) -> {
                if (name.isExtended() && quantity.signum() > 0) {
                  resources.add(name);
                }
              });
    }
    if (resources.isEmpty()) {
      resources.add(ResourceName.CPU);
      resources.add(ResourceName.MEMORY);
    }
    return CapacityPolicy.proportional(
            "default",
            namespaces(cluster, resources).stream()
                .map(n -> Tenant.of(n, Tenant.DEFAULT_WEIGHT, n))
                .toList(),
            resources.stream().map(DividedResource::of).toList())
        .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE));
  }

  private static Set<String> namespaces(Cluster cluster, Set<ResourceName> resources) {
    Set<String> namespaces = new TreeSet<>();
    cluster.list(ResourceQuota.class).forEach(q -> namespaces.add(q.namespace()));
    for (Pod pod : cluster.list(Pod.class)) {
      if (!pod.isTerminal()
          && resources.stream()
              .anyMatch(
                  r ->
                      r.isExtended()
                          && PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING)
                                  .getOrZero(r)
                                  .signum()
                              > 0)) {
        namespaces.add(pod.namespace());
      }
    }
    namespaces.removeIf(n -> CapacityPolicy.SYSTEM.matches(n, Map.of()));
    return namespaces;
  }
}
