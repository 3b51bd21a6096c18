package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.framework.NodeDiagnosis;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Proposes to uncordon a node that has room for the pod. */
final class UncordonProposer implements RemedyCatalog.RemedyProposer {

  @Override
  public List<Remedy> propose(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      ResourceName resource) {
    Optional<Remedy> best = Optional.empty();
    int most = 0;
    for (Node node : candidates(detectionContext, unschedulablePods, resource)) {
      Simulation open = detectionContext.simulation().with(new Change.Uncordon(node.name()));
      SimulationRun simulationRun = SimulationRun.place(open, unschedulablePods.pods());
      if (simulationRun.placed() > most || best.isEmpty()) {
        most = simulationRun.placed();
        best = Optional.of(remedy(node, simulationRun));
      }
      if (simulationRun.allPlaced()) {
        break;
      }
    }
    return best.map(List::of).orElse(List.of());
  }

  /** Returns the cordoned nodes with room; if some of them take the pod, these, else the first. */
  private static List<Node> candidates(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      ResourceName resource) {
    Pod pod = unschedulablePods.pods().get(0);
    Quantity wanted = DetectionContext.requests(pod).getOrZero(resource);
    List<Node> withRoom =
        unschedulablePods.placement().nodes().stream()
            .map(NodeDiagnosis::node)
            .filter(Node::unschedulable)
            .filter(n -> detectionContext.free(n).getOrZero(resource).compareTo(wanted) >= 0)
            .toList();
    if (withRoom.size() < 2 || !pod.spec().topologySpreadConstraints().isEmpty()) {
      return withRoom;
    }
    Simulation open =
        detectionContext
            .simulation()
            .with(withRoom.stream().map(n -> new Change.Uncordon(n.name())).toList());
    Set<String> taking =
        open.scheduleResultOf(pod) instanceof ScheduleResult.Feasible feasible
            ? Set.copyOf(feasible.nodes())
            : Set.of();
    List<Node> helpful = withRoom.stream().filter(n -> taking.contains(n.name())).toList();
    return helpful.isEmpty() ? withRoom.subList(0, 1) : helpful;
  }

  private static Remedy remedy(Node node, SimulationRun simulationRun) {
    return new Remedy(
        "uncordon node " + node.name() + ", if nothing is being repaired on it",
        Optional.of("kubectl uncordon " + node.name()),
        Optional.empty(),
        List.of("--uncordon", node.name()),
        simulationRun.allPlaced(),
        simulationRun.summary());
  }
}
