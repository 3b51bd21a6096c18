package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether all pods of a gang fit at once: they are placed one after the other as kube-scheduler
 * would, those with the most devices first. What is found fits. Pods that are alike and that no
 * filter relates to each other are always found if they fit; of others it may be that they fit in
 * an order that isn't tried.
 */
public final class GangPlacement {
  private GangPlacement() {}

  /**
   * Returns a node for each of the pods, by the pods' {@link Pod#key}; empty if none was found for
   * one of them.
   *
   * @param pods none of which is placed in the snapshot
   */
  public static Optional<Map<String, String>> find(
      Scheduler scheduler, Snapshot snapshot, List<Pod> pods) {
    Map<String, String> nodes = placed(scheduler, snapshot, pods);
    return nodes.size() == pods.size() ? Optional.of(nodes) : Optional.empty();
  }

  /** Returns for how many of the pods a node is found before one finds none. */
  public static int count(Scheduler scheduler, Snapshot snapshot, List<Pod> pods) {
    return placed(scheduler, snapshot, pods).size();
  }

  private static Map<String, String> placed(
      Scheduler scheduler, Snapshot snapshot, List<Pod> pods) {
    Map<String, String> nodes = new LinkedHashMap<>();
    Snapshot placed = snapshot;
    for (Pod pod : largestFirst(pods)) {
      if (!(scheduler.schedule(placed, pod) instanceof ScheduleResult.Feasible feasible)) {
        return nodes;
      }
      String node = scheduler.selectHost(placed, pod, feasible.nodes());
      nodes.put(pod.key(), node);
      placed = placed.with(pod, node);
    }
    return nodes;
  }

  private static List<Pod> largestFirst(List<Pod> pods) {
    List<Pod> sorted = new ArrayList<>(pods);
    sorted.sort(
        Comparator.comparing(GangPlacement::devices)
            .thenComparing(p -> requests(p).getOrZero(ResourceName.CPU))
            .reversed());
    return sorted;
  }

  private static Quantity devices(Pod pod) {
    Resources requests = requests(pod);
    return requests.names().stream()
        .filter(ResourceName::isExtended)
        .map(requests::getOrZero)
        .reduce(Quantity.ZERO, Quantity::add);
  }

  private static Resources requests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
  }
}
