package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
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
import java.util.Set;

/** Proposes as many new nodes, like one that suits the pods, as they need. */
final class AddNodesProposer implements UnschedulablePodsProposer {
  private static final int MOST_NODES = 64;
  private static final Set<String> SUITS = Set.of("NodeResourcesFit", "NodeUnschedulable");

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Pod pod = pods.pods().get(0);
    Set<Kind> tried = new HashSet<>();
    Quantity requested = DetectionContext.requests(pod).getOrZero(resource);
    for (Node node : pods.nodesRejectedBy(SUITS)) {
      if (node.allocatable().getOrZero(resource).compareTo(requested) >= 0
          && tried.add(Kind.of(node))) {
        Change one = new Change.AddNodes(node.name(), 1);
        if (context.simulation().with(one).hasNodeFor(pod)) {
          return List.of(proposal(context, pods, node, resource, requested));
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

  private static Proposal proposal(
      DetectionContext context,
      UnschedulablePods pods,
      Node like,
      ResourceName resource,
      Quantity requested) {
    int waiting = pods.pods().size();
    long onOne =
        requested.signum() == 0
            ? waiting
            : Math.max(1, like.allocatable().getOrZero(resource).value() / requested.value());
    int count = (int) Math.min(MOST_NODES, (waiting + onOne - 1) / onOne);
    int placed = placed(context, pods, like, count);
    if (placed > 0 && placed < waiting) {
      count = (int) Math.min(MOST_NODES, ((long) waiting * count + placed - 1) / placed);
    }
    String nodes = count == 1 ? "1 more node" : count + " more nodes";
    String each = count == 1 ? " with " : ", each with ";
    Quantity free = like.allocatable().getOrZero(resource);
    return Proposal.ofCluster(
            "add " + nodes + " like " + like.name() + each + free + " " + resource + " free",
            Actor.ADMIN,
            List.of(new Change.AddNodes(like.name(), count)))
        .withCosts(List.of(nodes + " to pay for"));
  }

  private static int placed(
      DetectionContext context, UnschedulablePods pods, Node like, int count) {
    Change change = new Change.AddNodes(like.name(), count);
    return SimulationRun.place(context.simulation().with(change), pods.pods()).placed();
  }
}
