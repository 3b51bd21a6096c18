package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodSpec;
import dev.plimsoll.model.placement.NodeDiagnosis;
import dev.plimsoll.model.placement.Placement;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.workload.PodGroup;
import dev.plimsoll.model.workload.PodMaker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Pods that the scheduler can't place, gathered by workload and equal specs.
 *
 * @param group the workload
 * @param pods the pods, all with the same spec
 * @param exists whether they are in the picture; if not, they would be admitted now
 * @param placement why the first of them finds no node
 */
record Waiting(PodGroup group, List<Pod> pods, boolean exists, Placement.Unschedulable placement) {

  static List<Waiting> of(Scene scene) {
    return scene.groups().parallelStream().flatMap(g -> in(scene, g).stream()).toList();
  }

  private static List<Waiting> in(Scene scene, PodGroup group) {
    List<Waiting> waiting = new ArrayList<>();
    for (PodMaker maker : group.makers()) {
      scene.trialOf(maker).flatMap(t -> unplaced(group, t)).ifPresent(waiting::add);
    }
    Map<PodSpec, List<Pod>> alike = new LinkedHashMap<>();
    for (Pod pod : group.pods()) {
      if (isPending(pod)) {
        alike.computeIfAbsent(pod.spec(), s -> new ArrayList<>()).add(pod);
      }
    }
    for (List<Pod> pods : alike.values()) {
      if (scene.world().placementOf(pods.get(0)) instanceof Placement.Unschedulable why) {
        waiting.add(new Waiting(group, List.copyOf(pods), true, why));
      }
    }
    return waiting;
  }

  /** Returns those of the missing pods that would be admitted and then find no node. */
  private static Optional<Waiting> unplaced(PodGroup group, Trial trial) {
    List<Attempt> unplaced =
        trial.attempts().stream().filter(a -> a.isAdmitted() && !a.isPlaced()).toList();
    if (unplaced.isEmpty()
        || !(unplaced.get(0).placement().orElse(null) instanceof Placement.Unschedulable why)) {
      return Optional.empty();
    }
    return Optional.of(
        new Waiting(group, unplaced.stream().map(Attempt::pod).toList(), false, why));
  }

  /** Returns the nodes that one of these plug-ins refuses. */
  List<Node> nodesRefusedBy(Set<String> plugins) {
    List<Node> refused = new ArrayList<>();
    for (NodeDiagnosis diagnosis : placement.nodes()) {
      if (plugins.contains(diagnosis.plugin())) {
        refused.add(diagnosis.node());
      }
    }
    return refused;
  }

  /** Returns those of the pods that are in the picture. */
  List<Pod> stored() {
    return exists ? pods : List.of();
  }

  /** Returns whether the scheduler is to place the pod and hasn't. */
  static boolean isPending(Pod pod) {
    return !pod.isTerminal()
        && !pod.isBound()
        && !pod.isTerminating()
        && pod.spec().schedulingGates().isEmpty();
  }

  /** Places the pods with another spec, as if they had been created that way. */
  Trial retry(Scene scene, UnaryOperator<PodSpec> edit) {
    return Trial.place(
        scene.world(), pods.stream().map(p -> p.withSpec(edit.apply(p.spec()))).toList());
  }
}
