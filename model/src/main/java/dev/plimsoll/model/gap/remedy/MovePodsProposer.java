package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.defrag.Evictions;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Proposes to move as few pods as possible so that one node has enough free. */
final class MovePodsProposer implements UnschedulablePodsProposer {
  private static final int NODES_TRIED = 8;

  /** A node, and the pods that would have to leave it. */
  private record Move(Node node, List<Pod> leaving) {}

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Pod pod = pods.pods().get(0);
    Quantity requested = DetectionContext.requests(pod).getOrZero(resource);
    List<Move> moves = new ArrayList<>();
    for (Node node : pods.nodesRejectedBy(Set.of("NodeResourcesFit"))) {
      if (node.allocatable().getOrZero(resource).compareTo(requested) >= 0) {
        move(context, node, resource, requested).ifPresent(moves::add);
      }
    }
    return moves.stream()
        .filter(m -> Evictions.of(context.cluster()).allow(m.leaving()))
        .sorted(Comparator.comparingInt(m -> m.leaving().size()))
        .limit(NODES_TRIED)
        .map(m -> attempt(context, pod, m))
        .flatMap(Optional::stream)
        .findFirst()
        .map(List::of)
        .orElse(List.of());
  }

  private static Optional<Move> move(
      DetectionContext context, Node node, ResourceName resource, Quantity requested) {
    Quantity lacking =
        requested.subtract(NodeCapacity.of(context.cluster(), node).free().getOrZero(resource));
    if (lacking.signum() <= 0) {
      return Optional.empty();
    }
    List<Pod> movable =
        context.cluster().podsOn(node.name()).stream()
            .filter(Evictions::isMadeElsewhere)
            .filter(p -> occupied(p, resource).signum() > 0)
            .sorted(Comparator.comparing((Pod p) -> occupied(p, resource)).thenComparing(Pod::key))
            .toList();
    Optional<Pod> one =
        movable.stream().filter(p -> occupied(p, resource).compareTo(lacking) >= 0).findFirst();
    if (one.isPresent()) {
      return Optional.of(new Move(node, List.of(one.get())));
    }
    List<Pod> leaving = new ArrayList<>();
    Quantity missing = lacking;
    for (int i = movable.size() - 1; i >= 0 && missing.signum() > 0; i--) {
      leaving.add(movable.get(i));
      missing = missing.subtract(occupied(movable.get(i), resource));
    }
    return missing.signum() > 0 || leaving.isEmpty()
        ? Optional.empty()
        : Optional.of(new Move(node, leaving));
  }

  private static Quantity occupied(Pod pod, ResourceName resource) {
    return DetectionContext.placedRequests(pod).getOrZero(resource);
  }

  private static Optional<Proposal> attempt(DetectionContext context, Pod pod, Move move) {
    List<Change> deletions = new ArrayList<>();
    List<Pod> displaced = new ArrayList<>();
    Set<String> names = new TreeSet<>();
    Set<String> namespaces = new TreeSet<>();
    for (Pod leaving : move.leaving()) {
      deletions.add(new WorkloadChange.DeletePod(leaving.namespace(), leaving.name()));
      displaced.add(leaving.withSpec(leaving.spec().withNodeName("")));
      names.add(leaving.key());
      namespaces.add(leaving.namespace());
    }
    Simulation emptied = context.simulation().with(deletions);
    if (!emptied.hasNodeFor(pod)) {
      return Optional.empty();
    }
    SimulationRun first = SimulationRun.place(emptied, List.of(pod));
    if (!SimulationRun.place(first.after(), displaced).allPlaced()) {
      return Optional.empty();
    }
    String pods = names.size() == 1 ? "1 running pod" : names.size() + " running pods";
    boolean own = namespaces.equals(Set.of(pod.namespace()));
    return Optional.of(
        Proposal.ofCluster(
                "move "
                    + String.join(", ", names)
                    + " away from node "
                    + move.node().name()
                    + " (a pod moves by being deleted and created again)",
                own ? Actor.TENANT : Actor.ADMIN,
                deletions)
            .withDisplaced(displaced)
            .withCosts(
                List.of(
                    pods
                        + " of "
                        + (namespaces.size() == 1 ? "namespace " : "namespaces ")
                        + String.join(", ", namespaces)
                        + (names.size() == 1 ? " starts again" : " start again"))));
  }
}
