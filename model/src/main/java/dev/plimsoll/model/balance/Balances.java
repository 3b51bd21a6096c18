package dev.plimsoll.model.balance;

import dev.plimsoll.kubernetes.capacity.NodeGroup;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.TightestLimits;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.tenancy.TenantDemands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Sums, for each extended resource, what nodes have and what namespaces use and want. */
public final class Balances {
  private static final List<Requirement> REQUIREMENTS =
      List.of(
          Requirement.all(Node.RESOURCE),
          Requirement.all(Pod.RESOURCE),
          Requirement.all(ResourceQuota.RESOURCE));

  private Balances() {}

  /** Returns the resources that the balances rest on and that were not read. */
  public static Unread unread(Cluster cluster) {
    return Unread.of(cluster, REQUIREMENTS);
  }

  /**
   * Returns the balance of each namespace that has a limit on an extended resource, or pods that
   * request it, by resource and namespace.
   */
  public static List<NamespaceBalance> ofNamespaces(Cluster cluster) {
    SortedMap<String, Resources> placed = requests(cluster, true);
    SortedMap<String, Resources> pending = requests(cluster, false);
    SortedMap<String, Resources> missing =
        TenantDemands.missingRequests(cluster, Workloads.of(cluster));
    List<NamespaceBalance> balances = new ArrayList<>();
    for (ResourceName resource : resources(cluster, List.of(placed, pending, missing))) {
      Map<String, Quantity> limits = TightestLimits.of(cluster, resource);
      for (String namespace : cluster.namespaces()) {
        NamespaceBalance balance =
            new NamespaceBalance(
                namespace,
                resource,
                Optional.ofNullable(limits.get(namespace)),
                of(placed, namespace, resource),
                of(pending, namespace, resource),
                of(missing, namespace, resource));
        if (balance.limit().isPresent() || !balance.demand().isZero()) {
          balances.add(balance);
        }
      }
    }
    return balances;
  }

  /** Returns the balance of each extended resource that the node groups have. */
  public static List<ResourceBalance> ofResources(
      List<NodeGroup> groups, List<NamespaceBalance> namespaces) {
    return groups.stream()
        .map(NodeGroup::resource)
        .filter(ResourceName::isExtended)
        .distinct()
        .map(
            resource ->
                of(
                    resource,
                    groups.stream().filter(g -> g.resource().equals(resource)).toList(),
                    namespaces.stream().filter(n -> n.resource().equals(resource)).toList()))
        .toList();
  }

  private static ResourceBalance of(
      ResourceName resource, List<NodeGroup> groups, List<NamespaceBalance> namespaces) {
    return new ResourceBalance(
        resource,
        sum(groups, NodeGroup::total),
        sum(groups, NodeGroup::placed),
        sum(groups, NodeGroup::withheld),
        sum(groups, NodeGroup::free),
        namespaces.stream()
            .map(NamespaceBalance::limit)
            .flatMap(Optional::stream)
            .reduce(Quantity::add),
        sum(namespaces, NamespaceBalance::demand));
  }

  private static SortedMap<String, Resources> requests(Cluster cluster, boolean bound) {
    SortedMap<String, Resources> requests = new TreeMap<>();
    for (Pod pod : cluster.list(Pod.class)) {
      if (!pod.isTerminal() && pod.isBound() == bound) {
        requests.merge(
            pod.namespace(),
            PodResources.requests(
                pod,
                bound
                    ? PodResourcesOptions.SCHEDULER_PLACED
                    : PodResourcesOptions.SCHEDULER_INCOMING),
            Resources::add);
      }
    }
    return requests;
  }

  private static Set<ResourceName> resources(
      Cluster cluster, List<SortedMap<String, Resources>> requested) {
    Set<ResourceName> resources = new TreeSet<>();
    cluster.nodes().forEach(n -> resources.addAll(n.allocatable().names()));
    requested.forEach(r -> r.values().forEach(each -> resources.addAll(each.names())));
    resources.removeIf(r -> !r.isExtended());
    return resources;
  }

  private static Quantity of(
      Map<String, Resources> requests, String namespace, ResourceName resource) {
    return requests.getOrDefault(namespace, Resources.EMPTY).getOrZero(resource);
  }

  private static <T> Quantity sum(List<T> parts, Function<T, Quantity> amount) {
    return parts.stream().map(amount).reduce(Quantity.ZERO, Quantity::add);
  }
}
