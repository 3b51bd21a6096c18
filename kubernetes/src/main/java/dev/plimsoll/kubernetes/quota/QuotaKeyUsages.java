package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.capacity.DeviceHeadroom;
import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The usage of quotas, key by key. */
public final class QuotaKeyUsages {
  private final Cluster cluster;
  private final Resources free;
  private final DeviceHeadroom devices;

  private QuotaKeyUsages(Cluster cluster) {
    this.cluster = cluster;
    this.free = free(cluster);
    this.devices = DeviceHeadroom.of(cluster);
  }

  /** Returns the usage of all quotas, by namespace, quota and key. */
  public static List<QuotaKeyUsage> of(Cluster cluster) {
    return new QuotaKeyUsages(cluster).all(LimitedUsage.all(cluster));
  }

  /** Returns the usage of the quotas that count objects of a namespace, by quota and key. */
  public static List<QuotaKeyUsage> of(Cluster cluster, String namespace) {
    return new QuotaKeyUsages(cluster).all(LimitedUsage.in(cluster, namespace));
  }

  /**
   * Returns the resources that were not read and that the usage of a namespace's quotas depends on.
   * An empty name stands for the quotas of all namespaces.
   */
  public static Unread unread(Cluster cluster, String namespace) {
    Requirement quotas =
        namespace.isEmpty()
            ? Requirement.all(ResourceQuota.RESOURCE)
            : Requirement.in(namespace, ResourceQuota.RESOURCE);
    return Unread.of(
        cluster, List.of(quotas, Requirement.all(Pod.RESOURCE), Requirement.all(Node.RESOURCE)));
  }

  private List<QuotaKeyUsage> all(List<LimitedUsage> quotas) {
    List<QuotaKeyUsage> usages = new ArrayList<>();
    for (LimitedUsage quota : quotas) {
      Resources placed = Resources.EMPTY;
      Resources pending = Resources.EMPTY;
      for (String namespace : quota.namespaces()) {
        ResourceQuota counting =
            new ResourceQuota(
                ObjectMeta.of(namespace, quota.quota()),
                quota.spec(),
                new ResourceQuotaStatus(quota.hard(), quota.used()));
        for (Pod pod : cluster.list(Pod.class, namespace)) {
          Resources charge = ResourceQuotaController.charge(cluster, counting, pod);
          if (pod.isBound() || pod.isTerminal()) {
            placed = placed.add(charge);
          } else {
            pending = pending.add(charge);
          }
        }
      }
      for (ResourceName key : quota.spec().hard().names()) {
        usages.add(usage(quota, key, placed, pending));
      }
    }
    return usages;
  }

  private QuotaKeyUsage usage(
      LimitedUsage quota, ResourceName key, Resources placed, Resources pending) {
    return new QuotaKeyUsage(
        quota.isOfNamespace() ? quota.namespaces().first() : "",
        quota.quota(),
        key,
        quota.hard(key),
        quota.used().get(key),
        quota.reserved().map(r -> r.getOrZero(key)),
        ifPodsKnown(quota, placed.getOrZero(key)),
        ifPodsKnown(quota, pending.getOrZero(key)),
        available(key),
        binds(quota, key));
  }

  /**
   * Returns the free amount of a key. A resource that a device class serves counts free devices and
   * the nodes that have the resource themselves.
   */
  private Optional<Quantity> available(ResourceName key) {
    Optional<ResourceName> resource = QuotaKeys.nodeResource(key).filter(r -> isFreeKnown());
    if (resource.isEmpty()) {
      return QuotaKeys.deviceClass(key).flatMap(devices::ofClass);
    }
    return DeviceHeadroom.mayServe(cluster, resource.get())
        ? devices
            .ofResource(resource.get())
            .map(d -> d.add(freeWhereAllocatable(cluster, resource.get())))
        : resource.map(free::getOrZero);
  }

  private Optional<Quantity> ifPodsKnown(LimitedUsage quota, Quantity amount) {
    return quota.namespaces().stream().allMatch(n -> cluster.covers(Pod.RESOURCE, n))
        ? Optional.of(amount)
        : Optional.empty();
  }

  private boolean isFreeKnown() {
    return cluster.covers(Node.RESOURCE) && cluster.covers(Pod.RESOURCE);
  }

  private boolean binds(LimitedUsage quota, ResourceName key) {
    Optional<Quantity> left = quota.left(key);
    return left.isPresent()
        && quota.namespaces().stream()
            .allMatch(
                n ->
                    cluster.covers(ResourceQuota.RESOURCE, n)
                        && LimitedUsage.in(cluster, n).stream()
                            .flatMap(other -> other.left(key).stream())
                            .allMatch(l -> left.get().compareTo(l) <= 0));
  }

  private static Quantity freeWhereAllocatable(Cluster cluster, ResourceName resource) {
    return cluster.nodes().stream()
        .filter(n -> NodeAvailability.of(n).isAvailable())
        .filter(n -> !n.allocatable().getOrZero(resource).isZero())
        .map(n -> NodeCapacity.of(cluster, n).headroom().getOrZero(resource))
        .reduce(Quantity.ZERO, Quantity::add);
  }

  private static Resources free(Cluster cluster) {
    Resources free = Resources.EMPTY;
    for (Node node : cluster.nodes()) {
      if (NodeAvailability.of(node).isAvailable()) {
        free = free.add(NodeCapacity.of(cluster, node).headroom());
      }
    }
    return free;
  }
}
