package dev.plimsoll.kubernetes.apply;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies a manifest to a stored object as {@code kubectl apply --server-side} does. The fields of
 * the manifest win. A field that another manager owns, and that has another value, is a conflict. A
 * field leaves that the manager of the manifest owned, the manifest lacks now, and nobody else
 * owns. Other fields stay.
 *
 * <p>Sources: {@code Apply} and {@code prune} in {@code
 * vendor/sigs.k8s.io/structured-merge-diff/v6/merge/update.go}.
 *
 * @param stored the fields of the stored object: nested maps and lists
 * @param manifest the fields of the manifest, without what is null
 * @param owned what the manager of the manifest has owned until now
 * @param others the other managers of the stored object
 */
public record ServerSideApply(
    Map<String, Object> stored,
    Map<String, Object> manifest,
    FieldPathSet owned,
    List<FieldManager> others) {
  private static final String STATUS = "status";

  public ServerSideApply {
    manifest = new LinkedHashMap<>(manifest);
    manifest.remove(STATUS);
    others = List.copyOf(others);
  }

  /** Returns the fields that a manifest makes its manager own. */
  public static FieldPathSet fieldsOf(Map<String, Object> manifest) {
    return OwnedFields.of(manifest);
  }

  /** Returns the fields of a manifest that a stored object has with the same values. */
  public static FieldPathSet equalFields(Map<String, Object> manifest, Map<String, Object> stored) {
    return OwnedFields.of(manifest).without(FieldChanges.of(stored, manifest));
  }

  /** Returns how many fields of a manifest are in a set. */
  public static int count(Map<String, Object> manifest, FieldPathSet fields) {
    return OwnedFields.of(manifest).and(fields).paths().size();
  }

  /**
   * Returns the path of a field in a manifest, in which items have an index.
   *
   * @return as many steps as the manifest has
   */
  public static List<String> path(List<PathElement> field, Map<String, Object> manifest) {
    List<String> path = new ArrayList<>();
    Object value = manifest;
    for (PathElement step : field) {
      if (step instanceof PathElement.Field name
          && value instanceof Map<?, ?> map
          && map.containsKey(name.name())) {
        path.add(name.name());
        value = map.get(name.name());
      } else if (value instanceof List<?> items) {
        String list = path.get(path.size() - 1);
        int index =
            items.stream().map(i -> OwnedFields.key(list, i)).toList().indexOf(Optional.of(step));
        if (index < 0) {
          return path;
        }
        path.add(Integer.toString(index));
        value = items.get(index);
      } else {
        return path;
      }
    }
    return path;
  }

  /** Returns the fields of the object once the manifest is applied. */
  public Map<String, Object> merged() {
    Map<String, Object> merged = FieldMerge.of(stored, manifest);
    if (owned.isEmpty()) {
      return merged;
    }
    FieldPathSet last = OwnedFields.withParents(owned);
    FieldPathSet all = allOf(merged);
    FieldPathSet wanted =
        others.stream()
            .map(FieldManager::fields)
            .reduce(OwnedFields.of(manifest), FieldPathSet::or);
    FieldPathSet remaining =
        allOf(OwnedFields.removed(last, merged)).or(OwnedFields.withParents(wanted));
    Map<String, Object> rest = OwnedFields.removed(all.without(remaining), merged);
    return OwnedFields.removed(all.without(allOf(rest)).and(last), merged);
  }

  /** Returns the fields that the manifest changes and that others own; empty if there are none. */
  public Optional<ApplyConflict> conflict() {
    FieldPathSet changes = FieldChanges.of(stored, merged());
    Map<FieldManager, FieldPathSet> found = new LinkedHashMap<>();
    for (FieldManager each : others) {
      FieldPathSet both = each.fields().and(changes);
      if (!both.isEmpty()) {
        found.put(each, both);
      }
    }
    return found.isEmpty() ? Optional.empty() : Optional.of(new ApplyConflict(found));
  }

  private static FieldPathSet allOf(Map<String, Object> object) {
    return OwnedFields.withParents(OwnedFields.of(object));
  }
}
