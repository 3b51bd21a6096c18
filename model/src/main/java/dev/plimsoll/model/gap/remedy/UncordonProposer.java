package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.framework.NodeDiagnosis;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import dev.plimsoll.model.quantity.Counted;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Proposes to uncordon a node. */
final class UncordonProposer implements RemedyProposer {
  private static final int PODS_TRIED = 50;

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (cause instanceof GapCause.WithheldNode withheld) {
      return withheld.node().unschedulable()
          ? List.of(uncordon(context, withheld.node()))
          : List.of();
    }
    return cause instanceof GapCause.Unschedulable unschedulable
        ? uncordonBest(context, unschedulable)
        : List.of();
  }

  /** Uncordons a node and places the pods that are pending. */
  private static Proposal uncordon(DetectionContext context, Node node) {
    List<Pod> pending =
        context.unschedulablePods().stream()
            .flatMap(p -> p.stored().stream())
            .limit(PODS_TRIED)
            .toList();
    SimulationRun run =
        SimulationRun.place(context.simulation().with(new Change.Uncordon(node.name())), pending);
    String result =
        pending.isEmpty()
            ? "no pod is pending for it now"
            : run.placed()
                + " of "
                + Counted.of(pending.size(), "pending pod")
                + " would be placed";
    return proposal(node).withOutcome(result);
  }

  private static List<Proposal> uncordonBest(
      DetectionContext context, GapCause.Unschedulable unschedulable) {
    Optional<Node> best = Optional.empty();
    int most = 0;
    for (Node node : candidates(context, unschedulable)) {
      Simulation uncordoned = context.simulation().with(new Change.Uncordon(node.name()));
      SimulationRun run = SimulationRun.place(uncordoned, unschedulable.pods().pods());
      if (run.placed() > most || best.isEmpty()) {
        most = run.placed();
        best = Optional.of(node);
      }
      if (run.allPlaced()) {
        break;
      }
    }
    return best.map(UncordonProposer::proposal).map(List::of).orElseGet(List::of);
  }

  /** Returns the cordoned nodes with enough free: those feasible for the pod, or else the first. */
  private static List<Node> candidates(
      DetectionContext context, GapCause.Unschedulable unschedulable) {
    Pod pod = unschedulable.pods().pods().get(0);
    ResourceName resource = unschedulable.resource();
    Quantity requested = DetectionContext.requests(pod).getOrZero(resource);
    List<Node> fitting =
        unschedulable.pods().result().nodes().stream()
            .map(NodeDiagnosis::node)
            .filter(Node::unschedulable)
            .filter(n -> context.headroom(n).getOrZero(resource).compareTo(requested) >= 0)
            .toList();
    if (fitting.size() < 2 || !pod.spec().topologySpreadConstraints().isEmpty()) {
      return fitting;
    }
    Simulation uncordoned =
        context
            .simulation()
            .with(fitting.stream().map(n -> new Change.Uncordon(n.name())).toList());
    Set<String> feasible =
        uncordoned.scheduleResultOf(pod) instanceof ScheduleResult.Feasible result
            ? Set.copyOf(result.nodes())
            : Set.of();
    List<Node> helpful = fitting.stream().filter(n -> feasible.contains(n.name())).toList();
    return helpful.isEmpty() ? fitting.subList(0, 1) : helpful;
  }

  private static Proposal proposal(Node node) {
    return Proposal.ofCluster(
        "uncordon node " + node.name() + ", unless it is under maintenance",
        Actor.ADMIN,
        List.of(new Change.Uncordon(node.name())));
  }
}
