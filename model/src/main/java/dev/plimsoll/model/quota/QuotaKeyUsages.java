package dev.plimsoll.model.quota;

import dev.plimsoll.model.capacity.NodeAvailability;
import dev.plimsoll.model.capacity.NodeCapacity;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.Requirement;
import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The usage of quotas, key by key. */
public final class QuotaKeyUsages {
  private final Cluster cluster;
  private final Resources free;

  private QuotaKeyUsages(Cluster cluster) {
    this.cluster = cluster;
    this.free = free(cluster);
  }

  /** Returns the usage of all quotas, by namespace, quota and key. */
  public static List<QuotaKeyUsage> of(Cluster cluster) {
    return new QuotaKeyUsages(cluster).all(cluster.list(ResourceQuota.class));
  }

  /** Returns the usage of one namespace's quotas, by quota and key. */
  public static List<QuotaKeyUsage> of(Cluster cluster, String namespace) {
    return new QuotaKeyUsages(cluster).all(cluster.list(ResourceQuota.class, namespace));
  }

  /**
   * Returns what was not read of what the usage of a namespace's quotas rests on, or of all quotas
   * if the name is empty.
   */
  public static Unread unread(Cluster cluster, String namespace) {
    Requirement quotas =
        namespace.isEmpty()
            ? Requirement.all(ResourceQuota.RESOURCE)
            : Requirement.in(namespace, ResourceQuota.RESOURCE);
    return Unread.of(
        cluster, List.of(quotas, Requirement.all(Pod.RESOURCE), Requirement.all(Node.RESOURCE)));
  }

  private List<QuotaKeyUsage> all(Collection<ResourceQuota> quotas) {
    List<QuotaKeyUsage> usages = new ArrayList<>();
    for (ResourceQuota quota : quotas) {
      Resources placed = Resources.EMPTY;
      Resources pending = Resources.EMPTY;
      for (Pod pod : cluster.list(Pod.class, quota.namespace())) {
        Resources charge = ResourceQuotaController.charge(cluster, quota, pod);
        if (pod.isBound() || pod.isTerminal()) {
          placed = placed.add(charge);
        } else {
          pending = pending.add(charge);
        }
      }
      for (ResourceName key : quota.spec().hard().names()) {
        usages.add(usage(quota, key, placed, pending));
      }
    }
    return usages;
  }

  private QuotaKeyUsage usage(
      ResourceQuota quota, ResourceName key, Resources placed, Resources pending) {
    return new QuotaKeyUsage(
        quota.namespace(),
        quota.name(),
        key,
        hard(quota, key),
        quota.status().used().get(key),
        ifPodsKnown(quota, placed.getOrZero(key)),
        ifPodsKnown(quota, pending.getOrZero(key)),
        QuotaKeys.nodeResource(key).filter(r -> isFreeKnown()).map(free::getOrZero),
        binds(quota, key));
  }

  private Optional<Quantity> ifPodsKnown(ResourceQuota quota, Quantity amount) {
    return cluster.covers(Pod.RESOURCE, quota.namespace()) ? Optional.of(amount) : Optional.empty();
  }

  private boolean isFreeKnown() {
    return cluster.covers(Node.RESOURCE) && cluster.covers(Pod.RESOURCE);
  }

  private boolean binds(ResourceQuota quota, ResourceName key) {
    Optional<Quantity> used = quota.status().used().get(key);
    if (used.isEmpty() || !cluster.covers(ResourceQuota.RESOURCE, quota.namespace())) {
      return false;
    }
    Quantity left = hard(quota, key).subtract(used.get());
    return cluster.list(ResourceQuota.class, quota.namespace()).stream()
        .filter(other -> other.status().used().contains(key))
        .allMatch(
            other ->
                left.compareTo(hard(other, key).subtract(other.status().used().getOrZero(key)))
                    <= 0);
  }

  private static Quantity hard(ResourceQuota quota, ResourceName key) {
    return quota.status().hard().get(key).orElse(quota.spec().hard().getOrZero(key));
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
