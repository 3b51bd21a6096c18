package dev.plimsoll.kubernetes.apply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The parts of pods and workloads that have an owner of their own: values, keys of maps, and items
 * of lists. An atomic map or list has one owner as a whole.
 *
 * <p>Sources: the schema in {@code
 * staging/src/k8s.io/client-go/applyconfigurations/internal/internal.go}; {@code
 * vendor/sigs.k8s.io/structured-merge-diff/v6/typed/tofieldset.go} and {@code
 * vendor/sigs.k8s.io/structured-merge-diff/v6/typed/remove.go}.
 */
final class OwnedFields {
  /** The lists whose items have owners, with the fields that identify an item. */
  private static final Map<String, List<String>> KEYS =
      Map.ofEntries(
          Map.entry("claims", List.of("name")),
          Map.entry("containers", List.of("name")),
          Map.entry("env", List.of("name")),
          Map.entry("ephemeralContainers", List.of("name")),
          Map.entry("hostAliases", List.of("ip")),
          Map.entry("imagePullSecrets", List.of("name")),
          Map.entry("initContainers", List.of("name")),
          Map.entry("ownerReferences", List.of("uid")),
          Map.entry("ports", List.of("containerPort", "protocol")),
          Map.entry("resourceClaims", List.of("name")),
          Map.entry("schedulingGates", List.of("name")),
          Map.entry("topologySpreadConstraints", List.of("topologyKey", "whenUnsatisfiable")),
          Map.entry("volumeDevices", List.of("devicePath")),
          Map.entry("volumeMounts", List.of("mountPath")),
          Map.entry("volumes", List.of("name")));

  /** The values of missing keys; other keys are empty. */
  private static final Map<String, Object> DEFAULTS =
      Map.of("protocol", "TCP", "containerPort", 0L);

  private static final String SET = "finalizers";

  private static final Set<String> ATOMIC =
      Set.of(
          "configMapKeyRef",
          "dataSource",
          "fieldRef",
          "fileKeyRef",
          "labelSelector",
          "namespaceSelector",
          "nodePublishSecretRef",
          "nodeSelector",
          "requiredDuringSchedulingIgnoredDuringExecution",
          "resourceFieldRef",
          "secretKeyRef",
          "secretRef",
          "selector");

  private static final Set<String> ATOMIC_ITEMS = Set.of("imagePullSecrets", "ownerReferences");

  /** Maps with keys of the user's choice. */
  private static final Set<String> OPEN =
      Set.of(
          "annotations",
          "labels",
          "limits",
          "options",
          "overhead",
          "requests",
          "userAnnotations",
          "volumeAttributes");

  private OwnedFields() {}

  /** Returns whether items of a list have owners of their own. */
  static boolean isAssociative(String name) {
    return KEYS.containsKey(name) || name.equals(SET);
  }

  /** Returns whether a map is owned as a whole. */
  static boolean isAtomic(String name) {
    return ATOMIC.contains(name);
  }

  /** Returns whether an item of a list is owned as a whole. */
  static boolean hasAtomicItems(String list) {
    return ATOMIC_ITEMS.contains(list);
  }

  /** Returns the key of an item of a list; empty if the item is no object. */
  static Optional<PathElement> key(String list, Object item) {
    if (list.equals(SET)) {
      return Optional.of(new PathElement.SetItem(item));
    }
    if (!(item instanceof Map<?, ?> fields)) {
      return Optional.empty();
    }
    Map<String, Object> key = new HashMap<>();
    for (String name : KEYS.getOrDefault(list, List.of())) {
      Object value = fields.get(name);
      key.put(name, value == null ? DEFAULTS.getOrDefault(name, "") : value);
    }
    return key.isEmpty() ? Optional.empty() : Optional.of(PathElement.Key.of(key));
  }

  /** Returns the fields that a manager owns who applies an object. */
  static FieldPathSet of(Map<?, ?> object) {
    return of("", object);
  }

  private static FieldPathSet of(String name, Map<?, ?> object) {
    FieldPathSet.Builder all = new FieldPathSet.Builder();
    object.forEach(
        (key, value) -> {
          String field = (String) key;
          PathElement step = new PathElement.Field(field);
          if (OPEN.contains(name) || isLeaf(field, value)) {
            all.add(step);
          } else if (value instanceof Map<?, ?> map) {
            all.add(step, of(field, map));
          } else if (value instanceof List<?> list) {
            all.add(step, ofItems(field, list));
          }
        });
    return all.build();
  }

  private static boolean isLeaf(String name, Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.isEmpty() || isAtomic(name);
    }
    return !(value instanceof List<?> && isAssociative(name));
  }

  private static FieldPathSet ofItems(String name, List<?> items) {
    FieldPathSet.Builder all = new FieldPathSet.Builder();
    Set<PathElement> seen = new HashSet<>();
    Set<PathElement> twice = new HashSet<>();
    items.forEach(i -> key(name, i).filter(k -> !seen.add(k)).ifPresent(twice::add));
    for (Object item : items) {
      Optional<PathElement> key = key(name, item);
      key.ifPresent(all::add);
      if (item instanceof Map<?, ?> fields && !hasAtomicItems(name)) {
        key.filter(k -> !twice.contains(k)).ifPresent(k -> all.add(k, of("", fields)));
      }
    }
    return all.build();
  }

  /** Returns paths together with the fields on the way; keys of maps and items are left out. */
  static FieldPathSet withParents(FieldPathSet set) {
    return withParents("", set);
  }

  private static FieldPathSet withParents(String name, FieldPathSet set) {
    Set<PathElement> members = new TreeSet<>(set.members());
    FieldPathSet.Builder all = new FieldPathSet.Builder();
    set.children()
        .forEach(
            (step, deeper) -> {
              if (step instanceof PathElement.Field field) {
                if (!OPEN.contains(name)) {
                  members.add(step);
                }
                all.add(step, withParents(field.name(), deeper));
              } else {
                all.add(step, withParents("", deeper));
              }
            });
    members.forEach(all::add);
    return all.build();
  }

  /** Returns an object without some fields and all that is below them. */
  static Map<String, Object> removed(FieldPathSet set, Map<?, ?> object) {
    Map<String, Object> rest = new LinkedHashMap<>();
    object.forEach(
        (key, value) -> {
          String field = (String) key;
          PathElement step = new PathElement.Field(field);
          if (!set.members().contains(step)) {
            rest.put(field, removed(field, set.below(step), value));
          }
        });
    return rest;
  }

  private static Object removed(String name, FieldPathSet set, Object value) {
    if (set.isEmpty()) {
      return value;
    }
    if (value instanceof Map<?, ?> map && !isAtomic(name)) {
      return removed(set, map);
    }
    return value instanceof List<?> list && isAssociative(name)
        ? removedItems(name, set, list)
        : value;
  }

  private static List<Object> removedItems(String name, FieldPathSet set, List<?> items) {
    List<Object> rest = new ArrayList<>();
    for (Object item : items) {
      Optional<PathElement> key = key(name, item);
      if (key.filter(set.members()::contains).isEmpty()) {
        FieldPathSet deeper = key.map(set::below).orElse(FieldPathSet.EMPTY);
        rest.add(
            item instanceof Map<?, ?> map && !hasAtomicItems(name) ? removed(deeper, map) : item);
      }
    }
    return rest;
  }
}
