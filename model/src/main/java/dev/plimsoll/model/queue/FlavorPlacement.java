package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The scheduler's result for a Workload's pods on the nodes of a flavor.
 *
 * @param text the result as half a sentence
 * @param summary the result in a few words
 * @param possible whether the nodes may take the pods, or have them already
 */
record FlavorPlacement(String text, String summary, boolean possible) {
  private static FlavorPlacement of(String text, boolean possible) {
    return new FlavorPlacement(text, text, possible);
  }

  static FlavorPlacement of(Simulation simulation, Workload workload, ResourceFlavor flavor) {
    if (!simulation.cluster().covers(Node.RESOURCE)) {
      return of("nodes were not read", true);
    }
    long nodes = simulation.cluster().nodes().stream().filter(flavor::includes).count();
    if (nodes == 0) {
      return of("no node has its labels", false);
    }
    String count = nodes == 1 ? "1 node has its labels" : nodes + " nodes have its labels";
    if (!QueuedWorkloads.details(workload).clusterQueue().isEmpty()) {
      return of(count, true);
    }
    List<ScheduleResult> results =
        workload.templates().stream()
            .map(t -> DetectionContext.podOf(workload, t))
            .map(p -> simulation.scheduleResultOf(onFlavor(p, flavor)))
            .toList();
    String texts =
        results.stream().map(FlavorPlacement::text).distinct().collect(Collectors.joining("; "));
    return new FlavorPlacement(
        count + "; " + texts,
        "no node with its labels takes a pod",
        results.stream().noneMatch(ScheduleResult.Unschedulable.class::isInstance));
  }

  /** Adds what Kueue adds to the pods of a Workload that it starts. */
  private static Pod onFlavor(Pod pod, ResourceFlavor flavor) {
    Map<String, String> selector = new HashMap<>(pod.spec().nodeSelector());
    selector.putAll(flavor.nodeLabels());
    List<Toleration> tolerations = new ArrayList<>(pod.spec().tolerations());
    tolerations.addAll(flavor.tolerations());
    PodSpec spec = pod.spec().with().nodeSelector(selector).tolerations(tolerations).build();
    return new Pod(pod.metadata(), spec, pod.status());
  }

  static String text(ScheduleResult result) {
    if (result instanceof ScheduleResult.Feasible feasible) {
      int nodes = feasible.nodes().size();
      return nodes + (nodes == 1 ? " node takes a pod of it" : " nodes take a pod of it");
    }
    return result instanceof ScheduleResult.Unschedulable
        ? "a pod of it finds no node: " + result.message()
        : "for a pod of it the scheduler says: " + result.message();
  }
}
