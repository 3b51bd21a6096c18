package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.karpenter.LaunchedNodeClaims;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Proposes to add copies of a suitable node, as many as the pods need. Pods for which Karpenter
 * launches nodes already need no more.
 */
final class AddNodesProposer implements UnschedulablePodsProposer {
  private static final int MOST_NODES = 64;
  private static final int KINDS_TRIED = 16;
  private static final String HOSTNAME = "kubernetes.io/hostname";
  private static final Set<String> SUITS =
      Set.of(
          "NodeResourcesFit",
          "NodeUnschedulable",
          "NodePorts",
          "InterPodAffinity",
          "PodTopologySpread");

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    if (pods.pods().stream()
        .allMatch(p -> LaunchedNodeClaims.of(context.cluster(), p).isPresent())) {
      return List.of();
    }
    Pod pod = pods.pods().get(0);
    Quantity requested = DetectionContext.requests(pod).getOrZero(resource);
    List<Node> tried = new ArrayList<>();
    for (Node node : pods.nodesRejectedBy(SUITS)) {
      if (node.allocatable().getOrZero(resource).compareTo(requested) >= 0
          && tried.stream().noneMatch(t -> areAlike(t, node))) {
        tried.add(node);
        if (context.simulation().with(new NodeChange.AddNodes(node.name(), 1)).hasNodeFor(pod)) {
          return List.of(proposal(context, pods, node, resource, requested));
        }
        if (tried.size() == KINDS_TRIED) {
          break;
        }
      }
    }
    return List.of();
  }

  /** Returns whether new nodes like one are as those like the other. */
  private static boolean areAlike(Node one, Node other) {
    Map<String, String> labels = other.metadata().labels();
    return one.allocatable().equals(other.allocatable())
        && one.taints().equals(other.taints())
        && one.metadata().labels().size() == labels.size()
        && one.metadata().labels().entrySet().stream()
            .allMatch(
                l -> l.getKey().equals(HOSTNAME) || l.getValue().equals(labels.get(l.getKey())));
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
            "add "
                + nodes
                + " like "
                + like.name()
                + (requested.signum() == 0 ? "" : each + free + " " + resource + " free"),
            Actor.ADMIN,
            List.of(new NodeChange.AddNodes(like.name(), count)))
        .withCosts(List.of(nodes + " to pay for"));
  }

  private static int placed(
      DetectionContext context, UnschedulablePods pods, Node like, int count) {
    Change change = new NodeChange.AddNodes(like.name(), count);
    return SimulationRun.place(context.simulation().with(change), pods.pods()).placed();
  }
}
