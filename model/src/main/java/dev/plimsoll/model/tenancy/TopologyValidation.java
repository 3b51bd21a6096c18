package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.model.topology.TopologyLevel;
import dev.plimsoll.model.topology.TopologyLevels;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Validates the levels of a policy: by themselves, and against nodes. */
final class TopologyValidation {
  private static final String LEVELS = "spec.topology.levels";

  /** A qualified name: {@code ValidateLabelName} of Kubernetes. */
  private static final Pattern LABEL =
      Pattern.compile(
          "([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
              + "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

  private TopologyValidation() {}

  static List<PolicyViolation> of(TopologyLevels topology) {
    List<PolicyViolation> problems = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Set<String> labels = new HashSet<>();
    for (int i = 0; i < topology.levels().size(); i++) {
      TopologyLevel level = topology.levels().get(i);
      String path = LEVELS + "[" + i + "]";
      if (!names.add(level.name())) {
        problems.add(
            PolicyViolation.error(
                path + ".name", "duplicate level " + level.name() + ": rename one"));
      }
      if (!labels.add(level.nodeLabel())) {
        problems.add(
            PolicyViolation.error(
                path + ".nodeLabel",
                "label " + level.nodeLabel() + " is in two levels: remove one"));
      }
      if (!LABEL.matcher(level.nodeLabel()).matches()) {
        problems.add(
            PolicyViolation.error(
                path + ".nodeLabel",
                level.nodeLabel()
                    + " is not the key of a label: write it as in kubectl get nodes --show-labels"));
      }
    }
    return problems;
  }

  /** Returns a warning for each level that no node has. */
  static List<PolicyViolation> of(TopologyLevels topology, Collection<Node> nodes) {
    List<PolicyViolation> problems = new ArrayList<>();
    for (int i = 0; i < topology.levels().size(); i++) {
      TopologyLevel level = topology.levels().get(i);
      if (nodes.stream().noneMatch(n -> n.metadata().labels().containsKey(level.nodeLabel()))) {
        problems.add(
            PolicyViolation.warning(
                LEVELS + "[" + i + "].nodeLabel",
                "no node has the label "
                    + level.nodeLabel()
                    + " of level "
                    + level.name()
                    + ": label the nodes or correct the key"));
      }
    }
    return problems;
  }
}
