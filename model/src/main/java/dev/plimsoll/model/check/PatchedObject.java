package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.apply.SemanticEquality;
import dev.plimsoll.kubernetes.apply.ThreeWayMerge;
import dev.plimsoll.kubernetes.object.ApiObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A stored object with its manifest applied.
 *
 * @param object the object as it would be stored
 * @param fields all its fields: nested maps and lists, without what is null
 * @param stored all fields of the object as it is stored
 */
public record PatchedObject(
    ApiObject object, Map<String, Object> fields, Map<String, Object> stored) {

  /** Returns whether the manifest changes a field. */
  boolean changes(List<String> path) {
    return !SemanticEquality.equal(
        path.get(path.size() - 1),
        FieldPath.value(fields, path).orElse(null),
        FieldPath.value(stored, path).orElse(null));
  }

  /**
   * Returns the path of the first field that the manifest changes in a part of the object.
   *
   * @param path the path of the part
   * @param mutable the names of the fields that may change
   */
  List<String> firstChange(List<String> path, Set<String> mutable) {
    List<String> found = path;
    Optional<String> next = Optional.of("");
    while (next.isPresent()) {
      List<String> at = found;
      next =
          names(at).stream()
              .filter(n -> !mutable.contains(n) && changes(FieldPath.in(at, n)))
              .findFirst();
      found = next.map(n -> FieldPath.in(at, n)).orElse(at);
    }
    return found;
  }

  /** Returns the steps below a path, none where lists have other lengths. */
  private List<String> names(List<String> path) {
    Object now = FieldPath.value(fields, path).orElse("");
    Object old = FieldPath.value(stored, path).orElse("");
    if (now instanceof Map<?, ?> map) {
      return map.keySet().stream().map(String::valueOf).sorted().toList();
    }
    return now instanceof List<?> items
            && old instanceof List<?> others
            && items.size() == others.size()
        ? IntStream.range(0, items.size()).mapToObj(Integer::toString).toList()
        : List.of();
  }

  /**
   * Returns the path of a field in the manifest. Items of lists have other indexes there if the
   * stored object has items that the manifest lacks.
   */
  List<String> inManifest(List<String> path, Map<String, Object> manifest) {
    List<String> found = new ArrayList<>(path);
    for (int i = 1; i < path.size(); i++) {
      Optional<Object> items = FieldPath.value(fields, path.subList(0, i));
      Optional<Object> own = FieldPath.value(manifest, found.subList(0, i));
      Optional<Object> item = FieldPath.value(fields, path.subList(0, i + 1));
      if (items.filter(List.class::isInstance).isPresent()
          && item.isPresent()
          && own.orElse("") instanceof List<?> list) {
        int index = ThreeWayMerge.indexOf(path.get(i - 1), item.get(), list);
        if (index < 0) {
          return path;
        }
        found.set(i, Integer.toString(index));
      }
    }
    return List.copyOf(found);
  }
}
