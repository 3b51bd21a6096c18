package dev.plimsoll.model.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Paths of fields as steps: names of fields, keys of maps, and indexes of lists from 0. */
public final class FieldPath {
  private FieldPath() {}

  /** Returns the steps of a text such as {@code spec.containers[0].resources.limits[cpu]}. */
  public static List<String> parse(String text) {
    List<String> steps = new ArrayList<>();
    StringBuilder step = new StringBuilder();
    boolean inBrackets = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (inBrackets ? c == ']' : c == '.' || c == '[') {
        if (step.length() > 0) {
          steps.add(step.toString());
          step.setLength(0);
        }
        inBrackets = c == '[';
      } else {
        step.append(c);
      }
    }
    if (step.length() > 0) {
      steps.add(step.toString());
    }
    return List.copyOf(steps);
  }

  /** Returns the text of the steps; {@link #parse} reads it. */
  public static String text(List<String> steps) {
    StringBuilder text = new StringBuilder();
    for (String step : steps) {
      if (step.matches("[0-9]+") || step.indexOf('.') >= 0 || step.indexOf('/') >= 0) {
        text.append('[').append(step).append(']');
      } else {
        text.append(text.length() == 0 ? "" : ".").append(step);
      }
    }
    return text.toString();
  }

  /** Returns the value of a field in nested maps and lists. */
  static Optional<Object> value(Map<String, Object> fields, List<String> path) {
    Optional<Object> current = Optional.of(fields);
    for (String step : path) {
      current = current.flatMap(c -> child(c, step));
    }
    return current;
  }

  private static Optional<Object> child(Object parent, String step) {
    if (parent instanceof Map<?, ?> map) {
      return Optional.ofNullable(map.get(step));
    }
    return parent instanceof List<?> list
            && step.matches("[0-9]{1,6}")
            && Integer.parseInt(step) < list.size()
        ? Optional.ofNullable(list.get(Integer.parseInt(step)))
        : Optional.empty();
  }

  static List<String> in(List<String> parent, String... steps) {
    List<String> path = new ArrayList<>(parent);
    path.addAll(List.of(steps));
    return List.copyOf(path);
  }

  static List<String> in(List<String> parent, List<String> steps) {
    List<String> path = new ArrayList<>(parent);
    path.addAll(steps);
    return List.copyOf(path);
  }
}
