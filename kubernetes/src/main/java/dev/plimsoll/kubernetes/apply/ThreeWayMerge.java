package dev.plimsoll.kubernetes.apply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies a manifest to a stored object of a built-in kind, as {@code kubectl apply} does. What the
 * manifest has wins. What the manifest applied last had, and the manifest has no longer, is
 * removed. All else stays. Some lists merge by a key of their items; other lists are replaced.
 *
 * <p>Sources: {@code CreateThreeWayMergePatch}, {@code StrategicMergeMapPatch} and {@code
 * normalizeElementOrder} in {@code
 * staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go}; for the keys the tags {@code
 * patchMergeKey} and {@code patchStrategy} in {@code staging/src/k8s.io/api/core/v1/types.go},
 * {@code staging/src/k8s.io/api/apps/v1/types.go} and {@code
 * staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go}.
 */
public final class ThreeWayMerge {
  /** The lists of pods and of objects that make pods, with the key of their items. */
  private static final Map<String, String> MERGE_KEYS =
      Map.ofEntries(
          Map.entry("containers", "name"),
          Map.entry("initContainers", "name"),
          Map.entry("ephemeralContainers", "name"),
          Map.entry("env", "name"),
          Map.entry("volumes", "name"),
          Map.entry("imagePullSecrets", "name"),
          Map.entry("schedulingGates", "name"),
          Map.entry("resourceClaims", "name"),
          Map.entry("ports", "containerPort"),
          Map.entry("volumeMounts", "mountPath"),
          Map.entry("volumeDevices", "devicePath"),
          Map.entry("hostAliases", "ip"),
          Map.entry("topologySpreadConstraints", "topologyKey"),
          Map.entry("ownerReferences", "uid"));

  /** Of the objects in these fields, a change drops the fields that the manifest lacks. */
  private static final Set<String> RETAIN_KEYS = Set.of("strategy", "volumes", "resourceClaims");

  private ThreeWayMerge() {}

  /**
   * Returns the fields of an object once its manifest is applied.
   *
   * @param stored the fields of the stored object: nested maps and lists
   * @param lastApplied the fields of the manifest that was applied last; empty if none was
   * @param manifest the fields of the manifest, without what is null
   */
  public static Map<String, Object> of(
      Map<String, Object> stored, Map<String, Object> lastApplied, Map<String, Object> manifest) {
    return object(stored, lastApplied, manifest);
  }

  /**
   * Returns the index of the item that merges with another item of the same list; -1 if none does.
   *
   * @param name the name of the list's field
   */
  public static int indexOf(String name, Object item, List<?> items) {
    Optional<Object> id = id(name, item);
    for (int i = 0; i < items.size(); i++) {
      if (id.isPresent() ? id.equals(id(name, items.get(i))) : item.equals(items.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private static Optional<Object> id(String name, Object item) {
    return Optional.ofNullable(MERGE_KEYS.get(name))
        .flatMap(key -> Optional.ofNullable(map(item).get(key)));
  }

  private static Map<String, Object> object(Map<?, ?> stored, Map<?, ?> last, Map<?, ?> manifest) {
    Map<String, Object> merged = new LinkedHashMap<>();
    stored.forEach(
        (name, value) -> {
          if (manifest.containsKey(name) || !last.containsKey(name)) {
            merged.put((String) name, value);
          }
        });
    manifest.forEach(
        (key, value) -> {
          String name = (String) key;
          merged.put(name, value(name, stored.get(name), last.get(name), value));
        });
    return merged;
  }

  private static Object value(
      String name, @Nullable Object stored, @Nullable Object last, Object manifest) {
    if (manifest instanceof Map<?, ?> now && stored instanceof Map<?, ?> old) {
      Map<String, Object> merged = object(old, map(last), now);
      return RETAIN_KEYS.contains(name) ? retained(merged, old, now) : merged;
    }
    if (manifest instanceof List<?> now && stored instanceof List<?> old) {
      if (name.equals("finalizers")) {
        return finalizers(now, old, list(last));
      }
      return Optional.ofNullable(MERGE_KEYS.get(name))
          .flatMap(key -> items(name, key, now, old, list(last)))
          .map(Object.class::cast)
          .orElse(manifest);
    }
    return manifest;
  }

  private static Map<String, Object> retained(
      Map<String, Object> merged, Map<?, ?> stored, Map<?, ?> manifest) {
    if (SemanticEquality.equal(merged, stored)) {
      return merged;
    }
    Map<String, Object> retained = new LinkedHashMap<>(merged);
    retained.keySet().retainAll(manifest.keySet());
    return retained;
  }

  private static List<Object> finalizers(List<?> now, List<?> old, List<?> last) {
    Set<Object> known = new HashSet<>(now);
    known.addAll(last);
    List<Object> all = new ArrayList<>(now);
    old.stream().filter(f -> !known.contains(f)).forEach(all::add);
    return all;
  }

  /**
   * Returns the merged list; empty if an item has no key, or two stored items have the same key. Of
   * two items of the manifest with the same key, the last one counts.
   */
  private static Optional<List<Object>> items(
      String name, String key, List<?> now, List<?> old, List<?> last) {
    Optional<Map<Object, Map<?, ?>>> mine = byKey(now, key);
    Optional<Map<Object, Map<?, ?>>> stored = byKey(old, key).filter(s -> s.size() == old.size());
    if (mine.isEmpty() || stored.isEmpty()) {
      return Optional.empty();
    }
    Map<Object, Map<?, ?>> former = byKey(last, key).orElse(Map.of());
    Map<Object, Object> merged = new LinkedHashMap<>();
    mine.get()
        .forEach(
            (id, item) ->
                merged.put(
                    id, item(name, stored.get().get(id), former.getOrDefault(id, Map.of()), item)));
    List<Object> others =
        stored.get().keySet().stream()
            .filter(id -> !merged.containsKey(id) && !former.containsKey(id))
            .toList();
    return Optional.of(ordered(merged, others, stored.get()));
  }

  private static Object item(String name, @Nullable Object stored, Map<?, ?> last, Map<?, ?> now) {
    return stored == null ? now : value(name, stored, last, now);
  }

  /** Items that the manifest lacks stay behind the items that they were stored behind. */
  private static List<Object> ordered(
      Map<Object, Object> merged, List<Object> others, Map<Object, Map<?, ?>> stored) {
    List<Object> order = new ArrayList<>(stored.keySet());
    Map<Object, Integer> indexes = new HashMap<>();
    order.forEach(id -> indexes.put(id, indexes.size()));
    List<Object> all = new ArrayList<>();
    int other = 0;
    for (Map.Entry<Object, Object> each : merged.entrySet()) {
      int index = indexes.getOrDefault(each.getKey(), -1);
      while (other < others.size() && indexes.getOrDefault(others.get(other), 0) < index) {
        all.add(stored.get(others.get(other++)));
      }
      all.add(each.getValue());
    }
    while (other < others.size()) {
      all.add(stored.get(others.get(other++)));
    }
    return all;
  }

  private static Optional<Map<Object, Map<?, ?>>> byKey(List<?> items, String key) {
    Map<Object, Map<?, ?>> byKey = new LinkedHashMap<>();
    for (Object each : items) {
      if (!(each instanceof Map<?, ?> item) || !item.containsKey(key)) {
        return Optional.empty();
      }
      byKey.put(item.get(key), item);
    }
    return Optional.of(byKey);
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }
}
