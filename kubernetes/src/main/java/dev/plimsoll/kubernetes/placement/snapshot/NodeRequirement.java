package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.NodeSelector.Requirement;
import dev.plimsoll.kubernetes.object.NodeSelector.Term;
import dev.plimsoll.kubernetes.object.PodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One requirement of a pod on a node's labels or name. It is a label of {@code nodeSelector}, or
 * part of the only term of the required node affinity. A node must meet all requirements.
 *
 * <p>Source: {@code
 * staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go}.
 *
 * @param requirement the requirement; a label of {@code nodeSelector} has the operator {@code In}
 * @param origin the field that has the requirement
 */
public record NodeRequirement(Requirement requirement, Origin origin) {

  /** The field of a pod that has a requirement. */
  public enum Origin {
    /** The field {@code nodeSelector}. */
    NODE_SELECTOR,
    /** The field {@code matchExpressions} of a term. */
    MATCH_EXPRESSIONS,
    /** The field {@code matchFields} of a term. */
    MATCH_FIELDS
  }

  /**
   * Returns the requirements of a pod in the order of its fields. The terms of a node affinity are
   * alternatives, so several terms give no requirement.
   */
  public static List<NodeRequirement> of(PodSpec spec) {
    List<NodeRequirement> all = new ArrayList<>();
    for (Map.Entry<String, String> label : new TreeMap<>(spec.nodeSelector()).entrySet()) {
      all.add(ofLabel(label.getKey(), label.getValue()));
    }
    List<Term> terms = spec.affinity().requiredNodes().map(NodeSelector::terms).orElse(List.of());
    if (terms.size() == 1) {
      terms
          .get(0)
          .matchExpressions()
          .forEach(r -> all.add(new NodeRequirement(r, Origin.MATCH_EXPRESSIONS)));
      terms.get(0).matchFields().forEach(r -> all.add(new NodeRequirement(r, Origin.MATCH_FIELDS)));
    }
    return List.copyOf(all);
  }

  /** Returns the requirement of a label of {@code nodeSelector}. */
  public static NodeRequirement ofLabel(String key, String value) {
    return new NodeRequirement(new Requirement(key, "In", List.of(value)), Origin.NODE_SELECTOR);
  }

  /** Returns whether a node meets the requirement. */
  public boolean isMetBy(Node node) {
    return switch (origin) {
      case NODE_SELECTOR ->
          requirement.values().get(0).equals(node.metadata().labels().get(requirement.key()));
      case MATCH_EXPRESSIONS ->
          NodeSelectors.matches(new Term(List.of(requirement), List.of()), node);
      case MATCH_FIELDS -> NodeSelectors.matches(new Term(List.of(), List.of(requirement)), node);
    };
  }

  /** Returns the requirement as a label selector writes it, such as {@code disk=ssd}. */
  @Override
  public String toString() {
    String key = requirement.key();
    List<String> values = requirement.values();
    String listed = "(" + String.join(", ", values) + ")";
    return switch (requirement.operator()) {
      case "In" -> values.size() == 1 ? key + "=" + values.get(0) : key + " in " + listed;
      case "NotIn" -> values.size() == 1 ? key + "!=" + values.get(0) : key + " notin " + listed;
      case "Exists" -> key;
      case "DoesNotExist" -> "!" + key;
      case "Gt" -> key + ">" + String.join(", ", values);
      case "Lt" -> key + "<" + String.join(", ", values);
      default -> key + " " + requirement.operator() + " " + listed;
    };
  }
}
