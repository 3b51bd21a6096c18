package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.tenancy.NodeProposal;
import dev.plimsoll.model.tenancy.NodeShortage;
import dev.plimsoll.model.tenancy.PoolCapacity;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Simulates the missing nodes. Pending and missing pods are placed once on the existing nodes; pods
 * that find no node are then tried on each of the proposals. Pods whose filters look at one node at
 * a time are tried on the added nodes alone, as no other node takes them.
 */
final class NodeAdvisor {
  private static final int MAX_SIMULATED = 1000;

  private final Simulation after;
  private final Simulation withoutNodes;
  private final List<Pod> local = new ArrayList<>();
  private final List<Pod> beyond = new ArrayList<>();

  private NodeAdvisor(Simulation after, List<Pod> unplaced) {
    this.after = after;
    this.withoutNodes = after.withoutNodes();
    unplaced.forEach(p -> (after.looksBeyondNode(p) ? beyond : local).add(p));
  }

  static List<NodeAdvice> of(Simulation applied, Shares shares) {
    List<NodeProposal> proposals = NodeShortage.of(shares);
    if (proposals.isEmpty()) {
      return List.of();
    }
    NodeAdvisor advisor = placingAll(applied);
    return proposals.stream()
        .map(
            p ->
                new NodeAdvice(
                    p, example(shares, p).map(n -> advisor.placeable(n, p.nodes())).orElse(0)))
        .toList();
  }

  private static NodeAdvisor placingAll(Simulation applied) {
    List<Pod> waiting =
        applied.cluster().list(Pod.class).stream()
            .filter(p -> !p.isBound() && !p.isTerminal())
            .toList();
    SimulationRun run = SimulationRun.place(applied, waiting);
    List<Attempt> attempts = new ArrayList<>(run.attempts());
    for (PodTemplateOwner owner : applied.workloads().templateOwners().toList()) {
      run = SimulationRun.create(run.after(), owner.missingPods());
      attempts.addAll(run.attempts());
    }
    return new NodeAdvisor(
        run.after(),
        attempts.stream().filter(a -> a.isAdmitted() && !a.isPlaced()).map(Attempt::pod).toList());
  }

  private static Optional<Node> example(Shares shares, NodeProposal proposal) {
    return shares
        .capacity()
        .pool(proposal.pool())
        .map(PoolCapacity::nodes)
        .orElse(List.of())
        .stream()
        .filter(n -> n.allocatable().equals(proposal.like()))
        .findFirst();
  }

  /**
   * Returns how many more pods would get a node with this number of added nodes, regardless of
   * quotas.
   */
  private int placeable(Node like, long count) {
    Simulation added =
        after.with(new NodeChange.AddNodes(like.name(), (int) Math.min(MAX_SIMULATED, count)));
    SimulationRun first = SimulationRun.place(added, beyond);
    List<Change> alone = new ArrayList<>();
    for (Node node : added.cluster().nodes()) {
      if (after.cluster().find(Node.class, "", node.name()).isEmpty()) {
        alone.add(new Change.Apply(node));
        first.after().cluster().podsOn(node.name()).forEach(p -> alone.add(new Change.Apply(p)));
      }
    }
    return first.placed() + SimulationRun.place(withoutNodes.with(alone), local).placed();
  }
}
