package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.OwnerReference;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Proposes to move as few pods as possible so that one node has a block that is large enough. */
final class MovePodsProposer implements RemedyCatalog.RemedyProposer {
  private static final int NODES_TRIED = 8;

  /** A node, and the pods that would have to leave it. */
  private record Move(Node node, List<Pod> leaving) {}

  @Override
  public List<Remedy> propose(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      ResourceName resource) {
    Pod pod = unschedulablePods.pods().get(0);
    Quantity wanted = DetectionContext.requests(pod).getOrZero(resource);
    List<Move> moves = new ArrayList<>();
    for (Node node : unschedulablePods.nodesRejectedBy(Set.of("NodeResourcesFit"))) {
      if (node.allocatable().getOrZero(resource).compareTo(wanted) >= 0) {
        move(detectionContext, node, resource, wanted).ifPresent(moves::add);
      }
    }
    return moves.stream()
        .sorted(Comparator.comparingInt(m -> m.leaving().size()))
        .limit(NODES_TRIED)
        .map(m -> attempt(detectionContext, pod, m))
        .flatMap(Optional::stream)
        .findFirst()
        .map(List::of)
        .orElse(List.of());
  }

  private static Optional<Move> move(
      DetectionContext detectionContext, Node node, ResourceName resource, Quantity wanted) {
    Quantity lacking = wanted.subtract(detectionContext.free(node).getOrZero(resource));
    List<Pod> movable =
        detectionContext.cluster().podsOn(node.name()).stream()
            .filter(MovePodsProposer::isMovable)
            .filter(p -> held(p, resource).signum() > 0)
            .sorted(Comparator.comparing((Pod p) -> held(p, resource)).thenComparing(Pod::key))
            .toList();
    Optional<Pod> one =
        movable.stream().filter(p -> held(p, resource).compareTo(lacking) >= 0).findFirst();
    if (one.isPresent()) {
      return Optional.of(new Move(node, List.of(one.get())));
    }
    List<Pod> leaving = new ArrayList<>();
    Quantity missing = lacking;
    for (int i = movable.size() - 1; i >= 0 && missing.signum() > 0; i--) {
      leaving.add(movable.get(i));
      missing = missing.subtract(held(movable.get(i), resource));
    }
    return missing.signum() > 0 ? Optional.empty() : Optional.of(new Move(node, leaving));
  }

  private static Quantity held(Pod pod, ResourceName resource) {
    return DetectionContext.placedRequests(pod).getOrZero(resource);
  }

  private static boolean isMovable(Pod pod) {
    String owner = pod.metadata().controller().map(OwnerReference::kind).orElse("");
    return !pod.isTerminating() && !owner.equals("DaemonSet") && !owner.equals("Node");
  }

  private static Optional<Remedy> attempt(DetectionContext detectionContext, Pod pod, Move move) {
    List<Change> deletions = new ArrayList<>();
    List<Pod> homeless = new ArrayList<>();
    for (Pod leaving : move.leaving()) {
      deletions.add(new Change.DeletePod(leaving.namespace(), leaving.name()));
      homeless.add(leaving.withSpec(leaving.spec().toBuilder().nodeName("").build()));
    }
    Simulation emptied = detectionContext.simulation().with(deletions);
    if (!emptied.hasNodeFor(pod)) {
      return Optional.empty();
    }
    SimulationRun first = SimulationRun.place(emptied, List.of(pod));
    SimulationRun rest = SimulationRun.place(first.after(), homeless);
    if (!rest.allPlaced()) {
      return Optional.empty();
    }
    List<String> moved = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Attempt attempt : rest.attempts()) {
      moved.add(attempt.pod().key() + " to " + attempt.node());
      names.add(attempt.pod().key());
    }
    return Optional.of(
        new Remedy(
            "move "
                + String.join(", ", names)
                + " away from node "
                + move.node().name()
                + " (a pod moves by being deleted and created again)",
            move.leaving().size() == 1
                ? Optional.of(
                    "kubectl delete pod "
                        + move.leaving().get(0).name()
                        + " -n "
                        + move.leaving().get(0).namespace())
                : Optional.empty(),
            Optional.empty(),
            List.of(),
            true,
            first.summary() + "; " + String.join(", ", moved)));
  }
}
