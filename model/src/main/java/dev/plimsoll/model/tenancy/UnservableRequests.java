package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.ExtendedResources;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The pods that no node could take, even if the node were empty, ready and not cordoned. Nodes that
 * an autoscaler may add count, too. There are no such pods if the snapshot holds no nodes. Safe for
 * use by several threads.
 */
public final class UnservableRequests {
  private final Cluster cluster;
  private final List<Node> nodes;
  private final ExtendedResources devices;
  private final Map<PodConstraints, Set<Resources>> sizes = new ConcurrentHashMap<>();
  private final Map<Question, Boolean> known = new ConcurrentHashMap<>();

  /** A pod's requirements on a node, other than resources. */
  private record PodConstraints(RequiredNodeAffinity affinity, List<Toleration> tolerations) {
    boolean suits(Node node) {
      return affinity.matches(node)
          && node.taints().stream()
              .filter(t -> !NodeAvailability.isLifecycle(t) && Tolerations.preventsScheduling(t))
              .allMatch(t -> Tolerations.tolerates(tolerations, t));
    }
  }

  private record Question(PodConstraints constraints, Resources requests) {}

  public UnservableRequests(Cluster cluster, TenantCapacity capacity) {
    this.cluster = cluster;
    this.nodes =
        Stream.concat(
                cluster.nodes().stream(),
                capacity.pools().stream().flatMap(p -> p.toCome().example().stream()))
            .toList();
    this.devices = new ExtendedResources(cluster.list(DeviceClass.class));
  }

  /** Returns whether a pod with these requests is one of them. */
  public boolean contain(Pod pod, Resources requests) {
    if (!cluster.covers(Node.RESOURCE)) {
      return false;
    }
    return known.computeIfAbsent(
        new Question(
            new PodConstraints(RequiredNodeAffinity.of(pod), pod.spec().tolerations()), requests),
        q ->
            sizes.computeIfAbsent(q.constraints(), this::sizes).stream()
                .noneMatch(size -> holds(size, q.requests())));
  }

  private Set<Resources> sizes(PodConstraints constraints) {
    Set<Resources> distinct = new LinkedHashSet<>();
    nodes.stream()
        .filter(constraints::suits)
        .map(UnservableRequests::whenWell)
        .forEach(distinct::add);
    return distinct;
  }

  /** A node whose device plugin isn't there just now has nothing allocatable of its devices. */
  private static Resources whenWell(Node node) {
    return node.allocatable().removeZeros().withDefaults(node.capacity());
  }

  private boolean holds(Resources size, Resources requests) {
    for (ResourceName name : requests.names()) {
      Quantity wanted = requests.getOrZero(name);
      boolean isKnown = size.contains(name) || name.isExtended() || name.isHugePage();
      if (isKnown && wanted.compareTo(size.getOrZero(name)) > 0 && !devices.isServed(name.name())) {
        return false;
      }
    }
    return true;
  }
}
