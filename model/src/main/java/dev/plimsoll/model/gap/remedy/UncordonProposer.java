package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.capacity.NodeOutlook;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Proposes to uncordon a node, or as few as place as many pods as all of them would. */
final class UncordonProposer implements RemedyProposer {
  private static final int PODS_TRIED = 50;
  private static final int MOST_NODES = 64;
  private static final int NAMED = 5;

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (cause instanceof GapCause.WithheldNode withheld) {
      return isCordonedOnly(withheld.node())
          ? List.of(uncordon(context, withheld.node()))
          : List.of();
    }
    return cause instanceof GapCause.Unschedulable unschedulable
        ? uncordonBest(context, unschedulable)
        : List.of();
  }

  /**
   * Returns whether an operator keeps the node; an autoscaler or a cloud provider removes others.
   */
  private static boolean isCordonedOnly(Node node) {
    return node.unschedulable() && NodeOutlook.removal(node).isEmpty();
  }

  /** Uncordons a node and places the pods that are pending. */
  private static Proposal uncordon(DetectionContext context, Node node) {
    List<Pod> pending =
        context.unschedulablePods().stream()
            .flatMap(p -> p.stored().stream())
            .limit(PODS_TRIED)
            .toList();
    SimulationRun run =
        SimulationRun.place(
            context.simulation().with(new NodeChange.Uncordon(node.name())), pending);
    String result =
        pending.isEmpty()
            ? "no pod is pending for it now"
            : run.placed()
                + " of "
                + Counted.of(pending.size(), "pending pod")
                + " would be placed";
    return proposal(List.of(node)).withOutcome(result);
  }

  private static List<Proposal> uncordonBest(
      DetectionContext context, GapCause.Unschedulable unschedulable) {
    Optional<Node> best = Optional.empty();
    int most = 0;
    List<Node> candidates = candidates(context, unschedulable);
    for (Node node : candidates) {
      SimulationRun run = uncordoned(context, unschedulable, List.of(node));
      if (run.placed() > most || best.isEmpty()) {
        most = run.placed();
        best = Optional.of(node);
      }
      if (run.allPlaced()) {
        return List.of(proposal(List.of(node)));
      }
      if (run.placed() > 0 && candidates.size() > 1) {
        return List.of(proposal(several(context, unschedulable, candidates)));
      }
    }
    return best.map(n -> List.of(proposal(List.of(n)))).orElseGet(List::of);
  }

  /** Returns as few of the nodes as place as many pods as all of them, counted from the first. */
  private static List<Node> several(
      DetectionContext context, GapCause.Unschedulable unschedulable, List<Node> candidates) {
    int enough = Math.min(MOST_NODES, candidates.size());
    int all = uncordoned(context, unschedulable, candidates.subList(0, enough)).placed();
    int tooFew = 0;
    while (enough - tooFew > 1) {
      int middle = (tooFew + enough) / 2;
      if (uncordoned(context, unschedulable, candidates.subList(0, middle)).placed() < all) {
        tooFew = middle;
      } else {
        enough = middle;
      }
    }
    return candidates.subList(0, enough);
  }

  private static SimulationRun uncordoned(
      DetectionContext context, GapCause.Unschedulable unschedulable, List<Node> nodes) {
    List<Change> changes = new ArrayList<>();
    nodes.forEach(n -> changes.add(new NodeChange.Uncordon(n.name())));
    return SimulationRun.place(context.simulation().with(changes), unschedulable.pods().pods());
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
            .filter(UncordonProposer::isCordonedOnly)
            .filter(unschedulable.pods()::select)
            .filter(n -> context.headroom(n).getOrZero(resource).compareTo(requested) >= 0)
            .toList();
    if (fitting.size() < 2 || !pod.spec().topologySpreadConstraints().isEmpty()) {
      return fitting;
    }
    Simulation uncordoned =
        context
            .simulation()
            .with(fitting.stream().map(n -> new NodeChange.Uncordon(n.name())).toList());
    Set<String> feasible =
        uncordoned.scheduleResultOf(pod) instanceof ScheduleResult.Feasible result
            ? Set.copyOf(result.nodes())
            : Set.of();
    List<Node> helpful = fitting.stream().filter(n -> feasible.contains(n.name())).toList();
    return helpful.isEmpty() ? fitting.subList(0, 1) : helpful;
  }

  private static Proposal proposal(List<Node> nodes) {
    String names = String.join(", ", nodes.stream().limit(NAMED).map(Node::name).toList());
    String more = nodes.size() > NAMED ? " and " + (nodes.size() - NAMED) + " more" : "";
    return Proposal.ofCluster(
        nodes.size() == 1
            ? "uncordon node " + names + ", unless it is under maintenance"
            : "uncordon nodes " + names + more + ", unless they are under maintenance",
        Actor.ADMIN,
        nodes.stream().map(n -> new NodeChange.Uncordon(n.name())).toList());
  }
}
