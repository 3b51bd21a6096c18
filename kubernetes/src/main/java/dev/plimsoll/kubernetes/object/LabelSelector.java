package dev.plimsoll.kubernetes.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A selection by labels; empty selects everything.
 *
 * @param matchLabels labels that must be there with just that value
 * @param matchExpressions further requirements
 */
public record LabelSelector(Map<String, String> matchLabels, List<Requirement> matchExpressions) {
  private static final int MOST_TOLD = 3;

  public LabelSelector {
    matchLabels = Map.copyOf(matchLabels);
    matchExpressions = List.copyOf(matchExpressions);
  }

  /**
   * One requirement on a label.
   *
   * @param key the label
   * @param operator {@code In}, {@code NotIn}, {@code Exists} or {@code DoesNotExist}
   * @param values what it is compared with
   */
  public record Requirement(String key, String operator, List<String> values) {

    public Requirement {
      values = List.copyOf(values);
    }

    /**
     * Returns whether the labels meet the requirement: an absent label meets {@code NotIn} and
     * {@code DoesNotExist} (apimachinery's {@code labels.Requirement.Matches}).
     *
     * @throws IllegalArgumentException for an unknown operator
     */
    public boolean matches(Map<String, String> labels) {
      return switch (operator) {
        case "In" -> labels.containsKey(key) && values.contains(labels.get(key));
        case "NotIn" -> !labels.containsKey(key) || !values.contains(labels.get(key));
        case "Exists" -> labels.containsKey(key);
        case "DoesNotExist" -> !labels.containsKey(key);
        default ->
            throw new IllegalArgumentException(
                "\"" + operator + "\" is not a valid label selector operator");
      };
    }

    /** Returns the requirement as kubectl writes it, such as {@code tier in (a,b)}. */
    @Override
    public String toString() {
      String listed = "(" + first(values) + ")";
      return switch (operator) {
        case "In" -> key + " in " + listed;
        case "NotIn" -> key + " notin " + listed;
        case "Exists" -> key;
        case "DoesNotExist" -> "!" + key;
        default -> key + " " + operator + " " + listed;
      };
    }
  }

  /** Returns whether it demands nothing. */
  public boolean isEmpty() {
    return matchLabels.isEmpty() && matchExpressions.isEmpty();
  }

  /** Returns whether the labels are selected. */
  public boolean matches(Map<String, String> labels) {
    for (Map.Entry<String, String> label : matchLabels.entrySet()) {
      if (!label.getValue().equals(labels.get(label.getKey()))) {
        return false;
      }
    }
    for (Requirement requirement : matchExpressions) {
      if (!requirement.matches(labels)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the selector as kubectl writes it, such as {@code app=web,tier in (a,b)}. Of many
   * requirements the text has the first three.
   */
  @Override
  public String toString() {
    List<String> requirements = new ArrayList<>();
    new TreeMap<>(matchLabels).forEach((key, value) -> requirements.add(key + "=" + value));
    matchExpressions.forEach(r -> requirements.add(r.toString()));
    return requirements.isEmpty() ? "any label" : first(requirements);
  }

  private static String first(List<String> all) {
    int more = all.size() - MOST_TOLD;
    return more > 0
        ? String.join(",", all.subList(0, MOST_TOLD)) + " and " + more + " more"
        : String.join(",", all);
  }
}
