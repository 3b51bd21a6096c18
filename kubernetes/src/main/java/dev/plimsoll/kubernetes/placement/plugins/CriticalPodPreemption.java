package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.ResourceIndex;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.pod.QosClass;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Finds the pods that a kubelet ends to free resources for a critical pod. Pods of the lowest QoS
 * class go first, and within a class the pods that fit the lack best. Mirror pods count as critical
 * here only by their priority.
 *
 * <p>Source: {@code getPodsToPreempt} in {@code pkg/kubelet/preemption/preemption.go}, {@code
 * IsCriticalPod} and {@code Preemptable} in {@code pkg/kubelet/types/pod_update.go}.
 *
 * @param ended the pods that the kubelet ends; none if they can't free enough
 * @param unmet what all pods that may go can't free
 */
record CriticalPodPreemption(List<Pod> ended, List<Lack> unmet) {
  private static final int SYSTEM_CRITICAL = 2_000_000_000;

  /**
   * An amount of a resource that a node lacks.
   *
   * @param amount thousandths of a CPU, bytes, or a number
   */
  record Lack(ResourceName resource, long amount) {}

  /** Returns whether a kubelet ends other pods for a pod. */
  static boolean isCritical(Pod pod) {
    return pod.spec().priority().orElse(0) >= SYSTEM_CRITICAL;
  }

  /**
   * Finds pods to end.
   *
   * @param pods the pods of the node
   * @param lacks what the pod lacks there
   */
  static CriticalPodPreemption of(Pod pod, Collection<Pod> pods, List<Lack> lacks) {
    List<Pod> all = pods.stream().filter(p -> yields(p, pod)).toList();
    List<Lack> unmet = rest(lacks, all);
    if (!unmet.isEmpty()) {
      return new CriticalPodPreemption(List.of(), unmet);
    }
    List<Pod> bestEffort = of(QosClass.BEST_EFFORT, all);
    List<Pod> burstable = of(QosClass.BURSTABLE, all);
    List<Pod> guaranteed =
        nearest(of(QosClass.GUARANTEED, all), rest(rest(lacks, bestEffort), burstable));
    burstable = nearest(burstable, rest(rest(lacks, bestEffort), guaranteed));
    List<Pod> ended = nearest(bestEffort, rest(rest(lacks, burstable), guaranteed));
    ended.addAll(burstable);
    ended.addAll(guaranteed);
    return new CriticalPodPreemption(List.copyOf(ended), List.of());
  }

  /** Returns the error of the kubelet that it can't free enough. */
  String message() {
    return "Unexpected error while attempting to recover from admission failure: preemption: error"
        + " finding a set of pods to preempt: no set of running pods found to reclaim resources: "
        + unmet.stream()
            .map(l -> "(res: " + l.resource() + ", q: " + l.amount() + "), ")
            .collect(Collectors.joining("", "[", "]"));
  }

  private static boolean yields(Pod other, Pod pod) {
    return !isCritical(other)
        || pod.spec().priority().orElse(0) > other.spec().priority().orElse(0);
  }

  private static List<Pod> of(QosClass qosClass, List<Pod> pods) {
    return pods.stream().filter(p -> QosClass.of(p) == qosClass).toList();
  }

  private static List<Lack> rest(List<Lack> lacks, Collection<Pod> ended) {
    return lacks.stream()
        .map(
            l ->
                new Lack(
                    l.resource(),
                    l.amount() - ended.stream().mapToLong(p -> amount(p, l.resource())).sum()))
        .filter(l -> l.amount() > 0)
        .toList();
  }

  private static List<Pod> nearest(List<Pod> pods, List<Lack> lacks) {
    List<Pod> candidates = new ArrayList<>(pods);
    List<Pod> ended = new ArrayList<>();
    List<Lack> open = lacks;
    while (!open.isEmpty()) {
      Pod best = candidates.get(0);
      for (Pod each : candidates) {
        int order = Double.compare(distance(open, each), distance(open, best));
        if (order < 0 || (order == 0 && isNoLarger(each, best))) {
          best = each;
        }
      }
      ended.add(best);
      candidates.remove(best);
      open = rest(open, List.of(best));
    }
    return ended;
  }

  private static double distance(List<Lack> lacks, Pod pod) {
    double distance = 0;
    for (Lack each : lacks) {
      double rest = each.amount() - amount(pod, each.resource());
      distance += rest > 0 ? Math.pow(rest / each.amount(), 2) : 0;
    }
    return distance;
  }

  private static boolean isNoLarger(Pod one, Pod other) {
    for (ResourceName each : List.of(ResourceName.MEMORY, ResourceName.CPU)) {
      int order = Long.compare(amount(one, each), amount(other, each));
      if (order != 0) {
        return order < 0;
      }
    }
    return true;
  }

  private static long amount(Pod pod, ResourceName resource) {
    return resource.equals(ResourceName.PODS)
        ? 1
        : ResourceIndex.amount(
            resource,
            PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING).getOrZero(resource));
  }
}
