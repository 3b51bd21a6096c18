package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.NodeSelector.Requirement;
import dev.plimsoll.kubernetes.object.NodeSelector.Term;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Decides whether a node matches a node selector, that is, at least one of its terms. An empty term
 * and a term that Kubernetes couldn't read match no node.
 *
 * <p>Source: {@code staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity}, {@code
 * staging/src/k8s.io/apimachinery/pkg/labels/selector.go}.
 */
public final class NodeSelectors {
  private static final int LONGEST_VALUE = 63;
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,19}");
  private static final String NAME_FIELD = "metadata.name";

  private NodeSelectors() {}

  /** Returns whether the selector selects the node. */
  public static boolean matches(NodeSelector selector, Node node) {
    return matches(selector, node.metadata().labels(), node.name());
  }

  /** Returns whether one term selects the node. */
  public static boolean matches(Term term, Node node) {
    return matches(term, node.metadata().labels(), node.name());
  }

  /** Returns whether the selector selects a node by its labels; terms on its name don't match. */
  public static boolean matchesLabels(NodeSelector selector, Node node) {
    return matches(selector, node.metadata().labels(), "");
  }

  private static boolean matches(NodeSelector selector, Map<String, String> labels, String name) {
    for (Term term : selector.terms()) {
      if (matches(term, labels, name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(Term term, Map<String, String> labels, String name) {
    if (term.matchExpressions().isEmpty() && term.matchFields().isEmpty()) {
      return false;
    }
    for (Requirement requirement : term.matchExpressions()) {
      if (!isReadable(requirement)) {
        return false;
      }
    }
    for (Requirement requirement : term.matchFields()) {
      if (!matchesField(requirement, name)) {
        return false;
      }
    }
    for (Requirement requirement : term.matchExpressions()) {
      if (!matches(requirement, labels)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isReadable(Requirement requirement) {
    List<String> values = requirement.values();
    for (String value : values) {
      if (!isLabelValue(value)) {
        return false;
      }
    }
    return switch (requirement.operator()) {
      case "In", "NotIn" -> !values.isEmpty();
      case "Exists", "DoesNotExist" -> values.isEmpty();
      case "Gt", "Lt" -> values.size() == 1 && isInteger(values.get(0));
      default -> false;
    };
  }

  private static boolean isLabelValue(String value) {
    int last = value.length() - 1;
    if (last >= LONGEST_VALUE) {
      return false;
    }
    for (int i = 0; i <= last; i++) {
      char c = value.charAt(i);
      boolean inside = i > 0 && i < last && (c == '-' || c == '_' || c == '.');
      if (!inside && !isAlphanumeric(c)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAlphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static boolean matches(Requirement requirement, Map<String, String> labels) {
    String label = labels.get(requirement.key());
    return switch (requirement.operator()) {
      case "In" -> label != null && requirement.values().contains(label);
      case "NotIn" -> label == null || !requirement.values().contains(label);
      case "Exists" -> label != null;
      case "DoesNotExist" -> label == null;
      case "Gt" -> label != null && isInteger(label) && compare(label, requirement) > 0;
      case "Lt" -> label != null && isInteger(label) && compare(label, requirement) < 0;
      default -> false;
    };
  }

  private static boolean matchesField(Requirement requirement, String name) {
    String field = requirement.key().equals(NAME_FIELD) ? name : "";
    List<String> values = requirement.values();
    return values.size() == 1
        && switch (requirement.operator()) {
          case "In" -> field.equals(values.get(0));
          case "NotIn" -> !field.equals(values.get(0));
          default -> false;
        };
  }

  private static int compare(String label, Requirement requirement) {
    return Long.compare(Long.parseLong(label), Long.parseLong(requirement.values().get(0)));
  }

  private static boolean isInteger(String text) {
    if (!INTEGER.matcher(text).matches()) {
      return false;
    }
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
