package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.NodeSelector.Requirement;
import dev.plimsoll.kubernetes.object.NodeSelector.Term;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.placement.snapshot.NodeRequirement;
import java.util.ArrayList;
import java.util.List;

/** Names the nodes that reach a volume, by the requirements of its node affinity. */
final class VolumeTopology {
  private static final int MOST_NAMED = 3;

  private VolumeTopology() {}

  static UnmetConstraint of(PersistentVolume volume) {
    List<Term> terms = volume.nodeAffinity().map(NodeSelector::terms).orElse(List.of());
    return new UnmetConstraint(
        "volume "
            + volume.name()
            + volume.claim().map(ObjectReference::name).map(c -> " of claim " + c).orElse("")
            + " requires "
            + String.join(" or ", named(terms.stream().map(VolumeTopology::text).toList())));
  }

  private static String text(Term term) {
    List<String> requirements =
        term.matchExpressions().stream()
            .map(
                r ->
                    new NodeRequirement(
                        new Requirement(r.key(), r.operator(), named(r.values())),
                        NodeRequirement.Origin.MATCH_EXPRESSIONS))
            .map(NodeRequirement::toString)
            .toList();
    return requirements.isEmpty() ? "what no node has" : String.join(",", named(requirements));
  }

  private static List<String> named(List<String> all) {
    if (all.size() <= MOST_NAMED) {
      return all;
    }
    List<String> first = new ArrayList<>(all.subList(0, MOST_NAMED));
    first.add((all.size() - MOST_NAMED) + " more");
    return first;
  }
}
