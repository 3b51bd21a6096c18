package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.placement.NodeDiagnosis;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.whatif.World;
import java.util.List;
import java.util.Optional;

/** Proposes to uncordon a node that has room for the pod. */
final class UncordonProposal implements PlacementRemedies.Proposal {

  @Override
  public List<Remedy> propose(Scene scene, Waiting waiting, ResourceName resource) {
    Quantity wanted = Scene.requests(waiting.pods().get(0)).getOrZero(resource);
    Optional<Remedy> best = Optional.empty();
    int most = 0;
    for (NodeDiagnosis diagnosis : waiting.placement().nodes()) {
      Optional<Node> node =
          scene
              .cluster()
              .find(Node.class, "", diagnosis.node())
              .filter(Node::unschedulable)
              .filter(n -> scene.free(n).getOrZero(resource).compareTo(wanted) >= 0);
      if (node.isPresent()) {
        World open = scene.world().with(new Change.Uncordon(node.get().name()));
        Trial trial = Trial.place(open, waiting.pods());
        if (trial.placed() > most || best.isEmpty()) {
          most = trial.placed();
          best = Optional.of(remedy(node.get(), trial));
        }
        if (trial.allPlaced()) {
          break;
        }
      }
    }
    return best.map(List::of).orElse(List.of());
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
