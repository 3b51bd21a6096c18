package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.capacity.NodeAvailability;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Taint;
import dev.plimsoll.model.object.Toleration;
import dev.plimsoll.model.placement.snapshot.Tolerations;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Proposes to tolerate the taints of nodes that have the resource. */
final class TolerationProposer implements UnschedulablePodsProposer {
  private static final int TRIED = 3;

  @Override
  public List<Remedy> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Pod first = pods.pods().get(0);
    Set<List<Taint>> candidates = new LinkedHashSet<>();
    for (Node node : pods.nodesRejectedBy(Set.of("TaintToleration"))) {
      if (node.allocatable().getOrZero(resource).signum() > 0) {
        candidates.add(untolerated(first, node));
      }
    }
    return candidates.stream()
        .filter(c -> c.stream().noneMatch(NodeAvailability::isLifecycle))
        .sorted(Comparator.comparingInt(List::size))
        .limit(TRIED)
        .map(taints -> remedy(context, pods, taints))
        .toList();
  }

  private static List<Taint> untolerated(Pod pod, Node node) {
    return node.taints().stream()
        .filter(Tolerations::preventsScheduling)
        .filter(t -> !Tolerations.tolerates(pod.spec().tolerations(), t))
        .toList();
  }

  private static Remedy remedy(
      DetectionContext context, UnschedulablePods pods, List<Taint> taints) {
    List<Toleration> added = taints.stream().map(TolerationProposer::toleration).toList();
    SimulationRun run =
        pods.retry(
            context,
            spec -> {
              List<Toleration> all = new ArrayList<>(spec.tolerations());
              all.addAll(added);
              return spec.withTolerations(all);
            });
    String names = String.join(", ", taints.stream().map(Taint::text).toList());
    StringBuilder yaml = new StringBuilder("tolerations:\n");
    for (Toleration toleration : added) {
      yaml.append("- key: ").append(toleration.key()).append('\n');
      yaml.append("  operator: ").append(toleration.operator()).append('\n');
      if (toleration.operator().equals("Equal")) {
        yaml.append("  value: ").append(PodTemplatePatch.quoted(toleration.value())).append('\n');
      }
      yaml.append("  effect: ").append(toleration.effect()).append('\n');
    }
    return PodTemplatePatch.ofPodSpec(
            pods.workload(), "tolerate the taint " + names, yaml.toString())
        .tried(run);
  }

  private static Toleration toleration(Taint taint) {
    return taint.value().isEmpty()
        ? new Toleration(taint.key(), "Exists", "", taint.effect())
        : new Toleration(taint.key(), "Equal", taint.value(), taint.effect());
  }
}
