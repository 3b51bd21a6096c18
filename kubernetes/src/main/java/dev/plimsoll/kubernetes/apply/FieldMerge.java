package dev.plimsoll.kubernetes.apply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges a manifest into a stored object part by part: values, keys of maps, and items of lists
 * that have a key. Items keep the order of the manifest, and stay behind the stored items that they
 * followed.
 *
 * <p>Source: {@code visitListItems} in {@code
 * vendor/sigs.k8s.io/structured-merge-diff/v6/typed/merge.go}.
 */
final class FieldMerge {
  private FieldMerge() {}

  /** Returns an object with the fields of a manifest. */
  static Map<String, Object> of(Map<?, ?> stored, Map<?, ?> manifest) {
    Map<String, Object> merged = new LinkedHashMap<>();
    stored.forEach((name, value) -> merged.put((String) name, value));
    manifest.forEach(
        (key, value) -> {
          String name = (String) key;
          merged.put(name, value(name, stored.get(name), value));
        });
    return merged;
  }

  private static Object value(String name, @Nullable Object stored, Object manifest) {
    if (stored instanceof Map<?, ?> old && manifest instanceof Map<?, ?> now) {
      return OwnedFields.isAtomic(name) ? manifest : of(old, now);
    }
    boolean isMerged = OwnedFields.isAssociative(name);
    return isMerged && stored instanceof List<?> old && manifest instanceof List<?> now
        ? items(name, old, now)
        : manifest;
  }

  private static List<Object> items(String name, List<?> stored, List<?> manifest) {
    List<Optional<PathElement>> old = keys(name, stored);
    List<Optional<PathElement>> now = keys(name, manifest);
    Set<Optional<PathElement>> own = Set.copyOf(now);
    Map<Optional<PathElement>, Object> byKey = byKey(old, stored);
    List<Optional<PathElement>> shared = now.stream().filter(byKey::containsKey).toList();
    List<Object> merged = new ArrayList<>();
    int left = 0;
    int next = 0;
    for (int i = 0; i < now.size(); i++) {
      while (left < old.size()
          && (next == shared.size() || !old.get(left).equals(shared.get(next)))) {
        if (!own.contains(old.get(left))) {
          merged.add(stored.get(left));
        }
        left++;
      }
      merged.add(item(name, byKey.get(now.get(i)), manifest.get(i)));
      if (next < shared.size() && now.get(i).equals(shared.get(next))) {
        next++;
        left++;
      }
    }
    for (int i = left; i < old.size(); i++) {
      if (!own.contains(old.get(i))) {
        merged.add(stored.get(i));
      }
    }
    return merged;
  }

  private static List<Optional<PathElement>> keys(String name, List<?> items) {
    return items.stream().map(i -> OwnedFields.key(name, i)).toList();
  }

  /** A stored item whose key occurs twice merges with nothing. */
  private static Map<Optional<PathElement>, Object> byKey(
      List<Optional<PathElement>> keys, List<?> items) {
    Map<Optional<PathElement>, Object> byKey = new HashMap<>();
    for (int i = 0; i < items.size(); i++) {
      byKey.merge(keys.get(i), items.get(i), (one, other) -> Map.of());
    }
    return byKey;
  }

  private static Object item(String name, @Nullable Object stored, Object manifest) {
    boolean isMerged = !OwnedFields.hasAtomicItems(name);
    return isMerged && stored instanceof Map<?, ?> old && manifest instanceof Map<?, ?> now
        ? of(old, now)
        : manifest;
  }
}
