package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.kueue.FlavorMatch;
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
import java.util.Optional;
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
    boolean isWaiting = QueuedWorkloads.details(workload).clusterQueue().isEmpty();
    Optional<String> mismatch = isWaiting ? mismatch(workload, flavor) : Optional.empty();
    if (mismatch.isPresent()) {
      return of("Kueue doesn't use it, because " + mismatch.get(), false);
    }
    if (!simulation.cluster().covers(Node.RESOURCE)) {
      return of("nodes were not read", true);
    }
    long nodes = simulation.cluster().nodes().stream().filter(flavor::includes).count();
    if (nodes == 0) {
      return of("no node has its labels", false);
    }
    String count = nodes == 1 ? "1 node has its labels" : nodes + " nodes have its labels";
    if (!isWaiting) {
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

  /** Returns why Kueue doesn't use the flavor for the Workload's pods; empty if it may. */
  private static Optional<String> mismatch(Workload workload, ResourceFlavor flavor) {
    boolean lacksTopology =
        flavor.topology().isEmpty() && !QueuedWorkloads.details(workload).topologies().isEmpty();
    return lacksTopology
        ? Optional.of("the pods ask for a topology, and it has none")
        : workload.templates().stream()
            .map(t -> FlavorMatch.mismatch(flavor, t.spec()))
            .flatMap(Optional::stream)
            .findFirst();
  }

  /** Returns the pod as Kueue starts it: on the flavor's nodes, without Kueue's gates. */
  static Pod onFlavor(Pod pod, ResourceFlavor flavor) {
    Map<String, String> selector = new HashMap<>(pod.spec().nodeSelector());
    selector.putAll(flavor.nodeLabels());
    List<Toleration> tolerations = new ArrayList<>(pod.spec().tolerations());
    tolerations.addAll(flavor.tolerations());
    List<String> gates =
        pod.spec().schedulingGates().stream()
            .filter(g -> !g.startsWith("kueue.x-k8s.io/"))
            .toList();
    PodSpec spec =
        pod.spec()
            .with()
            .nodeSelector(selector)
            .tolerations(tolerations)
            .schedulingGates(gates)
            .build();
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
