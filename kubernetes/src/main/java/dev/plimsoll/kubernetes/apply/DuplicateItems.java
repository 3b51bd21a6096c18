package dev.plimsoll.kubernetes.apply;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Items of a manifest that have the key of an earlier item in their list. Server-side apply denies
 * them.
 *
 * <p>Source: {@code visitListItems} in {@code
 * vendor/sigs.k8s.io/structured-merge-diff/v6/typed/validate.go}.
 */
public final class DuplicateItems {
  private final Map<String, List<String>> found = new LinkedHashMap<>();

  private DuplicateItems() {}

  /**
   * Returns the errors of the API server, with the path of each second item. The API server lists
   * several errors in no fixed order; here they are sorted.
   *
   * @param manifest the fields of a manifest: nested maps and lists
   */
  public static Map<String, List<String>> of(Map<String, Object> manifest) {
    DuplicateItems items = new DuplicateItems();
    items.look("", List.of(), manifest);
    return items.found;
  }

  private void look(String text, List<String> path, Map<?, ?> object) {
    new TreeMap<>(object)
        .forEach(
            (key, value) -> {
              String name = (String) key;
              String at = text + "." + name;
              if (value instanceof Map<?, ?> map) {
                look(at, in(path, name), map);
              } else if (value instanceof List<?> items) {
                look(at, in(path, name), name, items);
              }
            });
  }

  private void look(String text, List<String> path, String name, List<?> items) {
    Set<PathElement> seen = new HashSet<>();
    for (int i = 0; i < items.size(); i++) {
      Object item = items.get(i);
      List<String> at = in(path, Integer.toString(i));
      Optional<PathElement> key =
          OwnedFields.isAssociative(name) ? OwnedFields.key(name, item) : Optional.empty();
      if (key.isPresent() && !seen.add(key.get())) {
        found.put(text + ": duplicate entries for key " + key.get(), at);
      }
      if (item instanceof Map<?, ?> fields) {
        look(text + key.map(Object::toString).orElse("[" + i + "]"), at, fields);
      }
    }
  }

  private static List<String> in(List<String> path, String step) {
    List<String> deeper = new ArrayList<>(path);
    deeper.add(step);
    return deeper;
  }
}
