package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.NodeRequirement;
import dev.plimsoll.kubernetes.placement.snapshot.NodeSelectors;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.quantity.Counted;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says which requirements of a pod on labels and names no node meets. */
public final class UnmetSelector {
  private static final int MOST_NAMED = 3;

  /** Of more requirements none is looked for: each is compared with each node. */
  private static final int MOST_REQUIREMENTS = 100;

  private UnmetSelector() {}

  /** Returns the requirements that none of the nodes meets. */
  public static List<NodeRequirement> requirements(Pod pod, List<Node> nodes) {
    List<NodeRequirement> all = NodeRequirement.of(pod.spec());
    return all.size() > MOST_REQUIREMENTS
        ? List.of()
        : all.stream().filter(r -> nodes.stream().noneMatch(r::isMetBy)).toList();
  }

  /** Returns the unmet requirements as part of a sentence; empty if a node meets all. */
  public static Optional<String> sentence(Pod pod, List<Node> nodes) {
    RequiredNodeAffinity required = RequiredNodeAffinity.of(pod);
    if (required.isEmpty() || nodes.isEmpty() || nodes.stream().anyMatch(required::matches)) {
      return Optional.empty();
    }
    List<NodeRequirement> unmet = requirements(pod, nodes);
    if (!unmet.isEmpty()) {
      return Optional.of("none of these nodes matches " + named(unmet, " or "));
    }
    List<NodeRequirement> all = NodeRequirement.of(pod.spec());
    int terms = required.terms().map(NodeSelector::terms).map(List::size).orElse(1);
    if (terms > 1) {
      NodeSelector alternatives = required.terms().orElseThrow();
      return Optional.of(
          nodes.stream().noneMatch(n -> NodeSelectors.matches(alternatives, n))
              ? "none of these nodes matches any of the " + terms + " terms of the node affinity"
              : "none of these nodes matches both the nodeSelector and the node affinity");
    }
    if (all.isEmpty() || all.size() > MOST_REQUIREMENTS) {
      return Optional.empty();
    }
    return Optional.of(
        "none of these nodes matches all of "
            + named(
                all.stream()
                    .map(
                        r ->
                            "%s (%s)"
                                .formatted(
                                    r,
                                    Counted.of(nodes.stream().filter(r::isMetBy).count(), "node")))
                    .toList(),
                ", "));
  }

  /** Returns the first few of a list, with the number of the others. */
  public static String named(List<?> all, String separator) {
    String first =
        all.stream().limit(MOST_NAMED).map(Object::toString).collect(Collectors.joining(separator));
    int more = all.size() - MOST_NAMED;
    return more > 0 ? first + separator + more + " more" : first;
  }
}
