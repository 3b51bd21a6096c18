package dev.plimsoll.advisor.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.queue.QueuedWorkloads;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import java.util.Set;
import java.util.stream.Collectors;

/** The amounts that wait in ClusterQueues, and that tenants hold outside of their ClusterQueues. */
final class QueueDemand {
  private final Cluster cluster;
  private final TenantQueues owned;
  private final TenantNamespaces namespaces;

  QueueDemand(Cluster cluster, TenantQueues owned, CapacityPolicy policy) {
    this.cluster = cluster;
    this.owned = owned;
    this.namespaces = TenantNamespaces.of(cluster, policy);
  }

  /** Returns the amount that the Workloads need that wait in a ClusterQueue. */
  Quantity waiting(ClusterQueue queue, FlavorResource key) {
    return QueuedWorkloads.list(cluster).stream()
        .filter(Workload::waiting)
        .filter(
            w -> QueuedWorkloads.clusterQueue(cluster, w).filter(queue.name()::equals).isPresent())
        .map(w -> QueuedWorkloads.requests(w).getOrZero(key.resource()))
        .reduce(Quantity.ZERO, Quantity::add);
  }

  /** Returns the amount that a tenant's pods hold beyond the amount that Kueue counts for it. */
  Quantity outside(Tenant tenant, FlavorResource key) {
    Set<String> nodes =
        cluster.find(ResourceFlavor.class, "", key.flavor()).stream()
            .flatMap(f -> cluster.nodes().stream().filter(f::includes))
            .map(Node::name)
            .collect(Collectors.toSet());
    Quantity placed =
        namespaces.of(tenant).stream()
            .flatMap(n -> cluster.list(Pod.class, n).stream())
            .filter(p -> !p.isTerminal() && nodes.contains(p.spec().nodeName()))
            .map(p -> PodResources.requests(p, PodResourcesOptions.SCHEDULER_PLACED))
            .map(r -> r.getOrZero(key.resource()))
            .reduce(Quantity.ZERO, Quantity::add);
    Quantity counted =
        cluster.list(ClusterQueue.class).stream()
            .filter(q -> tenant.name().equals(owned.tenants().get(q.name())))
            .map(q -> q.reserved().getOrDefault(key, Quantity.ZERO))
            .reduce(Quantity.ZERO, Quantity::add);
    return Quantity.max(Quantity.ZERO, placed.subtract(counted));
  }
}
