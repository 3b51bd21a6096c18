package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Taint;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Proposes as many new nodes, like one that suits the pods, as they need. */
final class AddNodesProposer implements RemedyCatalog.RemedyProposer {
  private static final int MOST_NODES = 64;
  private static final Set<String> SUITS = Set.of("NodeResourcesFit", "NodeUnschedulable");

  @Override
  public List<Remedy> propose(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      ResourceName resource) {
    Pod pod = unschedulablePods.pods().get(0);
    Set<Kind> tried = new HashSet<>();
    Quantity wanted = DetectionContext.requests(pod).getOrZero(resource);
    for (Node node : unschedulablePods.nodesRejectedBy(SUITS)) {
      if (node.allocatable().getOrZero(resource).compareTo(wanted) >= 0
          && tried.add(Kind.of(node))) {
        Change one = new Change.AddNodes(node.name(), 1);
        if (detectionContext.simulation().with(one).hasNodeFor(pod)) {
          return List.of(remedy(detectionContext, unschedulablePods, node, resource, wanted));
        }
      }
    }
    return List.of();
  }

  /** What makes new nodes like one node differ from new nodes like another. */
  private record Kind(Map<String, String> labels, List<Taint> taints, Resources allocatable) {
    static Kind of(Node node) {
      Map<String, String> labels = new HashMap<>(node.metadata().labels());
      labels.remove("kubernetes.io/hostname");
      return new Kind(labels, node.taints(), node.allocatable());
    }
  }

  private static Remedy remedy(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      Node like,
      ResourceName resource,
      Quantity wanted) {
    long onOne =
        wanted.signum() == 0
            ? 1
            : Math.max(1, like.allocatable().getOrZero(resource).value() / wanted.value());
    int count = (int) Math.min(MOST_NODES, (unschedulablePods.pods().size() + onOne - 1) / onOne);
    Change change = new Change.AddNodes(like.name(), count);
    SimulationRun simulationRun =
        SimulationRun.place(detectionContext.simulation().with(change), unschedulablePods.pods());
    return new Remedy(
        change.describe(),
        Optional.empty(),
        Optional.empty(),
        List.of("--add-nodes", like.name() + "=" + count),
        simulationRun.allPlaced(),
        simulationRun.summary());
  }
}
