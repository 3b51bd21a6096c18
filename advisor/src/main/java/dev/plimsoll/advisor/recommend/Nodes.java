package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.tenancy.NodeProposal;
import dev.plimsoll.model.tenancy.PoolCapacity;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Shortage;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.whatif.World;
import dev.plimsoll.model.workload.PodMaker;
import java.util.List;
import java.util.Optional;

/** Tries the nodes that are missing. */
final class Nodes {
  private static final int MOST_TRIED = 1000;

  private Nodes() {}

  static List<NodeAdvice> of(World followed, Shares shares) {
    List<NodeProposal> proposals = Shortage.of(shares);
    if (proposals.isEmpty()) {
      return List.of();
    }
    int without = placeable(followed);
    return proposals.stream()
        .map(
            p ->
                new NodeAdvice(
                    p,
                    example(shares, p)
                        .map(n -> Math.max(0, placeable(added(followed, n, p)) - without))
                        .orElse(0)))
        .toList();
  }

  private static World added(World world, Node like, NodeProposal proposal) {
    return world.with(
        new Change.AddNodes(like.name(), (int) Math.min(MOST_TRIED, proposal.nodes())));
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
  private static int placeable(World world) {
    List<Pod> waiting =
        world.cluster().list(Pod.class).stream()
            .filter(p -> !p.isBound() && !p.isTerminal())
            .toList();
    Trial placed = Trial.place(world, waiting);
    int count = placed.placed();
    World current = placed.after();
    for (PodMaker maker :
        world.workloads().groups().stream().flatMap(g -> g.makers().stream()).toList()) {
      Trial trial = Trial.create(current, maker.missingPods());
      count += trial.placed();
      current = trial.after();
    }
    return count;
  }
}
