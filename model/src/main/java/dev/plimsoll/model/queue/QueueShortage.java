package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.kueue.QuotaTree;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The quota that a waiting Workload lacks in each flavor that Kueue may give it.
 *
 * <p>Source: {@code fitsResourceQuota} in {@code
 * sigs.k8s.io/kueue/pkg/scheduler/flavorassigner/flavorassigner.go}.
 *
 * @param workload the Workload
 * @param queue its ClusterQueue
 * @param lacks the first lacking resource of each flavor
 */
public record QueueShortage(Workload workload, ClusterQueue queue, List<Lack> lacks) {
  private static final Comparator<FlavorResource> EXTENDED_FIRST =
      Comparator.comparing((FlavorResource k) -> !k.resource().isExtended())
          .thenComparing(FlavorResource::resource);

  public QueueShortage {
    lacks = List.copyOf(lacks);
  }

  /**
   * The lacking quota of a flavor.
   *
   * @param key the flavor and the resource
   * @param request the least amount with which Kueue admits the Workload
   * @param available the amount that the ClusterQueue has left, with what it may borrow
   */
  public record Lack(FlavorResource key, Quantity request, Quantity available) {}

  /**
   * Returns the shortage, where Kueue's own message names it; empty if the quota is there by now. A
   * Workload for which Kueue preempts others has none. Pod sets with a topology, and pod sets that
   * may get different flavors, are left out.
   */
  public static Optional<QueueShortage> of(Cluster cluster, Workload workload, ClusterQueue queue) {
    List<PodSetNeed> needs = PodSetNeed.least(workload, queue);
    boolean isCompared =
        QueuedWorkloads.says(workload, "insufficient unused quota")
            && !QueuedWorkloads.says(workload, "Pending the preemption of")
            && QueuedWorkloads.details(workload).topologies().isEmpty()
            && !needs.isEmpty();
    if (!isCompared) {
      return Optional.empty();
    }
    Resources sum = needs.stream().map(PodSetNeed::amounts).reduce(Resources.EMPTY, Resources::add);
    return groups(queue, sum).values().stream()
        .filter(keys -> needs.size() == 1 || flavors(keys).size() == 1)
        .map(keys -> lacks(cluster, queue, needs, sum, keys))
        .filter(lacks -> !lacks.isEmpty())
        .findFirst()
        .map(lacks -> new QueueShortage(workload, queue, lacks));
  }

  /** Returns the requested resources of each resource group, by the group's flavors. */
  private static Map<List<String>, List<FlavorResource>> groups(ClusterQueue queue, Resources sum) {
    Map<ResourceName, List<FlavorResource>> byResource = new LinkedHashMap<>();
    for (FlavorQuota quota : queue.quotas()) {
      if (sum.getOrZero(quota.key().resource()).signum() > 0) {
        byResource.computeIfAbsent(quota.key().resource(), r -> new ArrayList<>()).add(quota.key());
      }
    }
    Map<List<String>, List<FlavorResource>> groups = new LinkedHashMap<>();
    byResource.values().stream()
        .forEach(
            keys -> groups.computeIfAbsent(flavors(keys), f -> new ArrayList<>()).addAll(keys));
    return groups;
  }

  private static List<String> flavors(List<FlavorResource> keys) {
    return keys.stream().map(FlavorResource::flavor).distinct().toList();
  }

  /** Returns a lack of each flavor that Kueue may use; empty if one of them has enough. */
  private static List<Lack> lacks(
      Cluster cluster,
      ClusterQueue queue,
      List<PodSetNeed> needs,
      Resources sum,
      List<FlavorResource> keys) {
    List<Lack> lacks = new ArrayList<>();
    for (String flavor : flavors(keys)) {
      if (needs.stream().anyMatch(n -> n.mismatch(cluster, flavor).isPresent())) {
        continue;
      }
      Optional<Lack> lack =
          keys.stream()
              .filter(k -> k.flavor().equals(flavor))
              .sorted(EXTENDED_FIRST)
              .map(k -> new Lack(k, sum.getOrZero(k.resource()), available(cluster, queue, k)))
              .filter(l -> l.request().compareTo(l.available()) > 0)
              .findFirst();
      if (lack.isEmpty()) {
        return List.of();
      }
      lacks.add(lack.get());
    }
    return lacks;
  }

  private static Quantity available(Cluster cluster, ClusterQueue queue, FlavorResource key) {
    Quantity available =
        QuotaTree.of(key, cluster.list(ClusterQueue.class), cluster.list(Cohort.class))
            .available(queue.name());
    return Quantity.max(Quantity.ZERO, available);
  }

  /** Returns the pods of the Workload as Kueue starts them on a flavor. */
  public List<Pod> pods(ResourceFlavor flavor) {
    return workload.templates().stream()
        .flatMap(
            t ->
                IntStream.range(0, t.replicas().orElse(1))
                    .mapToObj(i -> DetectionContext.podOf(workload, t)))
        .map(pod -> FlavorPlacement.onFlavor(pod, flavor))
        .toList();
  }

  /** Returns the least number of pods with which Kueue admits the Workload. */
  public int leastPods() {
    return QueuedWorkloads.details(workload).podSets().stream()
        .mapToInt(p -> Math.min(p.minCount(), p.count()))
        .sum();
  }
}
