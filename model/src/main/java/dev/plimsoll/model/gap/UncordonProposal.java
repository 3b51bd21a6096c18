package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.NodeDiagnosis;
import dev.plimsoll.model.placement.Placement;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.whatif.World;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Proposes to uncordon a node that has room for the pod. */
final class UncordonProposal implements PlacementRemedies.Proposal {

  @Override
  public List<Remedy> propose(Scene scene, Waiting waiting, ResourceName resource) {
    Optional<Remedy> best = Optional.empty();
    int most = 0;
    for (Node node : candidates(scene, waiting, resource)) {
      World open = scene.world().with(new Change.Uncordon(node.name()));
      Trial trial = Trial.place(open, waiting.pods());
      if (trial.placed() > most || best.isEmpty()) {
        most = trial.placed();
        best = Optional.of(remedy(node, trial));
      }
      if (trial.allPlaced()) {
        break;
      }
    }
    return best.map(List::of).orElse(List.of());
  }

  /** Returns the cordoned nodes with room; if some of them take the pod, these, else the first. */
  private static List<Node> candidates(Scene scene, Waiting waiting, ResourceName resource) {
    Pod pod = waiting.pods().get(0);
    Quantity wanted = Scene.requests(pod).getOrZero(resource);
    List<Node> withRoom =
        waiting.placement().nodes().stream()
            .map(NodeDiagnosis::node)
            .filter(Node::unschedulable)
            .filter(n -> scene.free(n).getOrZero(resource).compareTo(wanted) >= 0)
            .toList();
    if (withRoom.size() < 2 || !pod.spec().topologySpreadConstraints().isEmpty()) {
      return withRoom;
    }
    World open =
        scene.world().with(withRoom.stream().map(n -> new Change.Uncordon(n.name())).toList());
    Set<String> taking =
        open.placementOf(pod) instanceof Placement.Feasible feasible
            ? Set.copyOf(feasible.nodes())
            : Set.of();
    List<Node> helpful = withRoom.stream().filter(n -> taking.contains(n.name())).toList();
    return helpful.isEmpty() ? withRoom.subList(0, 1) : helpful;
  }

  private static Remedy remedy(Node node, Trial trial) {
    return new Remedy(
        "uncordon node " + node.name() + ", if nothing is being repaired on it",
        Optional.of("kubectl uncordon " + node.name()),
        Optional.empty(),
        List.of("--uncordon", node.name()),
        trial.allPlaced(),
        trial.summary());
  }
}
