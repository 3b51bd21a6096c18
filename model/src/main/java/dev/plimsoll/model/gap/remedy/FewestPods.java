package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.defrag.Evictions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The fewest pods of a node that release what is lacking there. */
final class FewestPods {
  private FewestPods() {}

  /**
   * Returns the fewest pods that use none of a device, release what is lacking, and are created
   * again on other nodes.
   *
   * @param lacking what they have to release; not empty
   */
  static Optional<List<Pod>> without(
      Cluster cluster, Node node, ResourceName device, Resources lacking) {
    ResourceName first = lacking.names().get(0);
    List<Pod> movable =
        cluster.podsOn(node.name()).stream()
            .filter(Evictions::isMadeElsewhere)
            .filter(p -> NodeCapacity.requests(p).getOrZero(device).signum() == 0)
            .sorted(
                Comparator.comparing((Pod p) -> NodeCapacity.requests(p).getOrZero(first))
                    .thenComparing(Pod::key))
            .toList();
    Optional<Pod> one =
        movable.stream().filter(p -> remaining(lacking, List.of(p)).isEmpty()).findFirst();
    if (one.isPresent()) {
      return one.map(List::of);
    }
    List<Pod> leaving = new ArrayList<>();
    for (int i = movable.size() - 1; i >= 0 && !remaining(lacking, leaving).isEmpty(); i--) {
      leaving.add(movable.get(i));
    }
    return remaining(lacking, leaving).isEmpty() ? Optional.of(leaving) : Optional.empty();
  }

  private static Resources remaining(Resources lacking, List<Pod> leaving) {
    Resources remaining = lacking;
    for (Pod pod : leaving) {
      remaining = remaining.subtractWithNonNegativeResult(NodeCapacity.requests(pod));
    }
    return remaining.removeZeros();
  }
}
