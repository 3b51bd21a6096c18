package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import dev.plimsoll.kubernetes.pod.PodDefaults;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.ExtendedTolerations;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which taints everything tolerates that requests an extended resource: pods, and the templates
 * that pods are made of. What a node has of it that none of these can use is withheld. Kueue adds
 * the tolerations of a flavor to the pods that get the flavor.
 */
public final class DeviceUsers {
  private final Map<ResourceName, Set<List<Toleration>>> tolerations;
  private final Map<ResourceName, Set<ResourceFlavor>> flavors;

  private DeviceUsers(Map<ResourceName, Set<List<Toleration>>> tolerations, Cluster cluster) {
    this.tolerations = tolerations;
    this.flavors = flavors(cluster);
  }

  /** Returns the users in a cluster; without all workloads and pods, other taints keep nobody. */
  public static DeviceUsers of(Cluster cluster) {
    Map<ResourceName, Set<List<Toleration>>> users = new HashMap<>();
    if (!cluster.covers(Pod.RESOURCE)
        || !Unread.of(cluster, Workloads.resources(cluster).stream().map(Requirement::all).toList())
            .isEmpty()) {
      return new DeviceUsers(users, cluster);
    }
    ExtendedTolerations added = ExtendedTolerations.of(cluster);
    for (Pod pod : cluster.list(Pod.class)) {
      if (!pod.isTerminal()) {
        note(users, pod);
      }
    }
    for (Workload workload : cluster.list(Workload.class)) {
      for (Workload.PodTemplate template : workload.templates()) {
        Pod pod =
            PodDefaults.apply(new Pod(template.metadata(), template.spec(), PodStatus.PENDING));
        note(users, pod.withSpec(added.possible(pod.spec())));
      }
    }
    return new DeviceUsers(users, cluster);
  }

  /** Returns the flavors by which ClusterQueues give the resource. */
  private static Map<ResourceName, Set<ResourceFlavor>> flavors(Cluster cluster) {
    Map<ResourceName, Set<ResourceFlavor>> flavors = new HashMap<>();
    for (ClusterQueue queue : cluster.list(ClusterQueue.class)) {
      for (FlavorQuota quota : queue.quotas()) {
        cluster
            .find(ResourceFlavor.class, "", quota.key().flavor())
            .ifPresent(
                f -> flavors.computeIfAbsent(quota.key().resource(), n -> new HashSet<>()).add(f));
      }
    }
    return flavors;
  }

  private static void note(Map<ResourceName, Set<List<Toleration>>> users, Pod pod) {
    for (ResourceName name : NodeCapacity.requests(pod).names()) {
      if (name.isExtended()) {
        users.computeIfAbsent(name, n -> new HashSet<>()).add(pod.spec().tolerations());
      }
    }
  }

  /** Returns why no user of a resource can use what a node has of it, if none can. */
  public Optional<String> withheld(Node node, ResourceName resource) {
    NodeAvailability availability = NodeAvailability.of(node);
    if (!availability.isAvailable()) {
      return Optional.of(availability.message());
    }
    Set<List<Toleration>> users = tolerations.getOrDefault(resource, Set.of());
    boolean reached =
        users.isEmpty()
            || Stream.concat(
                    users.stream(),
                    flavors.getOrDefault(resource, Set.of()).stream()
                        .filter(f -> f.includes(node))
                        .map(ResourceFlavor::tolerations))
                .anyMatch(u -> NodeAvailability.of(node, u).isAvailable());
    return reached ? Optional.empty() : Optional.of(untolerated(node, users));
  }

  private static String untolerated(Node node, Set<List<Toleration>> users) {
    List<Taint> taints = node.taints().stream().filter(Tolerations::preventsScheduling).toList();
    return "has the taint "
        + taints.stream()
            .filter(t -> users.stream().noneMatch(u -> Tolerations.tolerates(u, t)))
            .findFirst()
            .map(Taint::text)
            .orElse("combination " + taints.stream().map(Taint::text).toList())
        + ", which no pod that requests it tolerates";
  }
}
