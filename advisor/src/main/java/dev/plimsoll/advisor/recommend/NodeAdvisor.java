package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.tenancy.NodeProposal;
import dev.plimsoll.model.tenancy.NodeShortage;
import dev.plimsoll.model.tenancy.PoolCapacity;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.workload.PodTemplateOwner;
import java.util.List;
import java.util.Optional;

/** Simulates the nodes that are missing. */
final class NodeAdvisor {
  private static final int MAX_SIMULATED = 1000;

  private NodeAdvisor() {}

  static List<NodeAdvice> of(Simulation applied, Shares shares) {
    List<NodeProposal> proposals = NodeShortage.of(shares);
    if (proposals.isEmpty()) {
      return List.of();
    }
    int without = placeable(applied);
    return proposals.stream()
        .map(
            p ->
                new NodeAdvice(
                    p,
                    example(shares, p)
                        .map(n -> Math.max(0, placeable(added(applied, n, p)) - without))
                        .orElse(0)))
        .toList();
  }

  private static Simulation added(Simulation simulation, Node like, NodeProposal proposal) {
    return simulation.with(
        new Change.AddNodes(like.name(), (int) Math.min(MAX_SIMULATED, proposal.nodes())));
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

  /** Returns how many pods that wait or are missing would get a node, quotas aside. */
  private static int placeable(Simulation simulation) {
    List<Pod> waiting =
        simulation.cluster().list(Pod.class).stream()
            .filter(p -> !p.isBound() && !p.isTerminal())
            .toList();
    SimulationRun placed = SimulationRun.place(simulation, waiting);
    int count = placed.placed();
    Simulation current = placed.after();
    for (PodTemplateOwner owner : simulation.workloads().templateOwners().toList()) {
      SimulationRun simulationRun = SimulationRun.create(current, owner.missingPods());
      count += simulationRun.placed();
      current = simulationRun.after();
    }
    return count;
  }
}
