package dev.plimsoll.testkit.patch;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Fields by their paths. A list is one field here, where the API server tells the items of some
 * lists apart; a map is the fields in it.
 */
record FieldSet(Set<List<String>> paths) {
  private static final Set<String> NOBODYS =
      Set.of(
          "name",
          "namespace",
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "managedFields",
          "selfLink");

  /** Every field of an object that somebody can own. */
  static FieldSet of(JsonObject object) {
    Set<List<String>> paths = new LinkedHashSet<>();
    collect(object, List.of(), paths);
    paths.removeIf(
        path ->
            path.get(0).equals("kind")
                || path.get(0).equals("apiVersion")
                || (path.get(0).equals("metadata")
                    && (path.size() == 1 || NOBODYS.contains(path.get(1)))));
    return new FieldSet(paths);
  }

  private static void collect(JsonElement element, List<String> path, Set<List<String>> into) {
    if (!element.isJsonObject() || (element.getAsJsonObject().size() == 0 && !path.isEmpty())) {
      into.add(path);
      return;
    }
    element
        .getAsJsonObject()
        .entrySet()
        .forEach(m -> collect(m.getValue(), with(path, m.getKey()), into));
  }

  private static List<String> with(List<String> path, String step) {
    List<String> longer = new ArrayList<>(path);
    longer.add(step);
    return List.copyOf(longer);
  }

  /** Reads {@code fieldsV1}. */
  static FieldSet read(JsonObject fieldsV1) {
    Set<List<String>> paths = new LinkedHashSet<>();
    read(fieldsV1, List.of(), paths);
    return new FieldSet(paths);
  }

  private static void read(JsonObject node, List<String> path, Set<List<String>> into) {
    for (Map.Entry<String, JsonElement> member : node.entrySet()) {
      if (member.getKey().startsWith("f:")) {
        List<String> child = with(path, member.getKey().substring(2));
        JsonObject below = member.getValue().getAsJsonObject();
        if (below.size() == 0) {
          into.add(child);
        }
        read(below, child, into);
      }
    }
  }

  /** Writes {@code fieldsV1}. */
  JsonObject toJson() {
    JsonObject root = new JsonObject();
    for (List<String> path : paths) {
      JsonPaths.objectAt(root, path.stream().map(step -> "f:" + step).toArray(String[]::new));
    }
    return root;
  }

  FieldSet filter(Predicate<List<String>> kept) {
    return new FieldSet(
        paths.stream().filter(kept).collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  FieldSet plus(FieldSet other) {
    Set<List<String>> union = new LinkedHashSet<>(paths);
    union.addAll(other.paths);
    return new FieldSet(union);
  }

  boolean isEmpty() {
    return paths.isEmpty();
  }

  /** The field's value in an object. */
  static Optional<JsonElement> value(JsonObject object, List<String> path) {
    return JsonPaths.at(object, path.toArray(String[]::new));
  }
}
