package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.capacity.TypicalRequest;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.defrag.Evictions;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Proposes to move pods without devices away from a node that has devices free, so that as many of
 * these as possible can be used. The pods must find nodes without such devices.
 */
final class StrandedNodeProposer implements RemedyProposer {
  private static final int MOST_MOVED = 16;

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    return cause instanceof GapCause.StrandedNode stranded
        ? best(context, stranded).map(List::of).orElseGet(List::of)
        : List.of();
  }

  private static Optional<Proposal> best(DetectionContext context, GapCause.StrandedNode stranded) {
    long free = context.headroom(stranded.node()).getOrZero(stranded.resource()).value();
    long usable = usable(stranded, context.headroom(stranded.node()));
    for (long units = free; units > usable; units--) {
      Optional<Proposal> proposal = releasing(context, stranded, units, units - usable);
      if (proposal.isPresent()) {
        return proposal;
      }
    }
    return Optional.empty();
  }

  private static long usable(GapCause.StrandedNode stranded, Resources free) {
    return TypicalRequest.usable(Optional.of(stranded.typical()), stranded.resource(), free)
        .value();
  }

  private static Optional<Proposal> releasing(
      DetectionContext context, GapCause.StrandedNode stranded, long units, long more) {
    Node node = stranded.node();
    Resources.Builder needed = Resources.builder().put(ResourceName.PODS, Quantity.of(1));
    stranded.typical().perUnit().forEach((name, each) -> needed.put(name, each.multiply(units)));
    Resources lacking =
        needed.build().subtractWithNonNegativeResult(context.headroom(node)).removeZeros();
    return FewestPods.without(context.cluster(), node, stranded.resource(), lacking)
        .filter(leaving -> leaving.size() <= MOST_MOVED)
        .filter(Evictions.of(context.cluster())::allow)
        .flatMap(leaving -> moved(context, stranded, leaving, more));
  }

  private static Optional<Proposal> moved(
      DetectionContext context, GapCause.StrandedNode stranded, List<Pod> leaving, long more) {
    Node node = stranded.node();
    Optional<Taint> taint = ClearNodesProposer.taint(List.of(node), stranded.resource());
    List<Change> changes = new ArrayList<>();
    taint.ifPresent(t -> changes.add(new NodeChange.AddTaint(List.of(node.name()), t)));
    changes.addAll(ClearNodesProposer.deletions(leaving));
    Simulation emptied = context.simulation().with(changes);
    SimulationRun run = SimulationRun.place(emptied, ClearNodesProposer.displaced(leaving));
    Set<String> targets =
        run.attempts().stream().map(Attempt::node).collect(Collectors.toCollection(TreeSet::new));
    if (!run.allPlaced() || haveDevice(context, targets, stranded.resource())) {
      return Optional.empty();
    }
    Set<String> namespaces =
        leaving.stream().map(Pod::namespace).collect(Collectors.toCollection(TreeSet::new));
    List<String> costs = new ArrayList<>();
    costs.add(
        Counted.of(leaving.size(), "running pod", "starts", "start")
            + " again (namespaces: "
            + String.join(", ", namespaces)
            + ")");
    taint.ifPresent(
        t -> costs.add("kube-scheduler prefers other nodes for pods without " + t.key()));
    return Optional.of(
        Proposal.ofCluster(
                "move "
                    + ClearNodesProposer.named(leaving.stream().map(Pod::key).toList())
                    + " away from node "
                    + node.name()
                    + " (delete each pod; its controller creates it again)"
                    + taint.map(t -> ", and taint the node " + t.text()).orElse(""),
                Actor.ADMIN,
                changes)
            .withCosts(costs)
            .withOutcome(
                more
                    + " more "
                    + stranded.resource()
                    + " of node "
                    + node.name()
                    + " can be used; the moved pods get "
                    + Counted.noun(targets.size(), "node")
                    + " "
                    + ClearNodesProposer.named(List.copyOf(targets))));
  }

  private static boolean haveDevice(
      DetectionContext context, Collection<String> nodes, ResourceName device) {
    return nodes.stream()
        .flatMap(n -> context.cluster().find(Node.class, "", n).stream())
        .anyMatch(n -> n.allocatable().getOrZero(device).signum() > 0);
  }
}
