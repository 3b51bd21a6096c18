package dev.plimsoll.extender.placement;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaController;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Quota at placement. A ResourceQuota is enforced when a pod is created; a quota that is lowered or
 * made afterwards, or two API servers that admit at once, leave more pods admitted than it allows.
 * Here only pods that have a node count, those on their way, and the pod in question.
 */
public final class PlacedQuota {
  private final Map<String, Counted> counted = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> epochs = new ConcurrentHashMap<>();

  /** What a namespace's placed pods are charged, by quota; valid in one epoch. */
  private record Counted(long epoch, Map<String, Resources> byQuota) {}

  /** Forgets what was counted in a namespace, since something in it has changed. */
  public void changed(String namespace) {
    epochs.computeIfAbsent(namespace, n -> new AtomicLong()).incrementAndGet();
  }

  /**
   * Returns why the pod must wait, as a text that is the same each time; empty if it need not.
   *
   * @param inFlight pods that are on their way to a node in the same namespace
   */
  public Optional<String> holdsBack(Cluster cluster, Pod pod, Collection<Pod> inFlight) {
    for (ResourceQuota quota : cluster.list(ResourceQuota.class, pod.namespace())) {
      Resources asked = QuotaController.charge(cluster, quota, pod).removeZeros();
      if (!asked.isEmpty()) {
        Resources total = placed(cluster, quota).add(asked);
        for (Pod other : inFlight) {
          if (!isPlaced(cluster, other)) {
            total = total.add(QuotaController.charge(cluster, quota, other));
          }
        }
        List<ResourceName> exceeded = total.mask(asked::contains).exceeding(quota.spec().hard());
        if (!exceeded.isEmpty()) {
          return Optional.of(
              "quota " + quota.name() + " has no " + exceeded.get(0) + " left for placement");
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isPlaced(Cluster cluster, Pod pod) {
    return cluster
        .find(Pod.class, pod.namespace(), pod.name())
        .filter(p -> p.metadata().uid().equals(pod.metadata().uid()))
        .filter(Pod::isBound)
        .isPresent();
  }

  private Resources placed(Cluster cluster, ResourceQuota quota) {
    String namespace = quota.namespace();
    long epoch = epochs.computeIfAbsent(namespace, n -> new AtomicLong()).get();
    Counted known = counted.get(namespace);
    if (known == null || known.epoch() != epoch) {
      known = new Counted(epoch, new HashMap<>());
      for (ResourceQuota each : cluster.list(ResourceQuota.class, namespace)) {
        known.byQuota().put(each.name(), count(cluster, each));
      }
      counted.put(namespace, known);
    }
    return known.byQuota().getOrDefault(quota.name(), Resources.EMPTY);
  }

  private static Resources count(Cluster cluster, ResourceQuota quota) {
    Resources sum = Resources.EMPTY;
    for (Pod pod : cluster.list(Pod.class, quota.namespace())) {
      if (pod.isBound()) {
        sum = sum.add(QuotaController.charge(cluster, quota, pod));
      }
    }
    return sum;
  }
}
