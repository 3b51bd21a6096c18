package dev.plimsoll.kube.file;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.PlainFields;
import dev.plimsoll.kubernetes.apply.FieldManager;
import dev.plimsoll.kubernetes.apply.FieldPathSet;
import dev.plimsoll.kubernetes.apply.PathElement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code metadata.managedFields} of an object.
 *
 * <p>Source: {@code vendor/sigs.k8s.io/structured-merge-diff/v6/fieldpath/serialize-pe.go} and
 * {@code staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/managedfields.go}.
 */
final class FieldManagers {
  /** Stands for the path that ends at this step. */
  private static final String SELF = ".";

  private FieldManagers() {}

  /**
   * Returns the managers of an object; none if they were not read. Of two entries of a manager, the
   * last one counts.
   */
  static List<FieldManager> of(Map<String, Object> object) {
    Map<List<?>, FieldManager> all = new LinkedHashMap<>();
    if (map(object.get("metadata")).get("managedFields") instanceof List<?> entries) {
      for (Object each : entries) {
        Map<?, ?> entry = map(each);
        FieldManager manager =
            new FieldManager(
                text(entry, "manager"),
                text(entry, "operation").equals("Apply"),
                text(entry, "subresource"),
                text(entry, "apiVersion"),
                text(entry, "time"),
                set(map(entry.get("fieldsV1"))));
        all.put(
            List.of(
                manager.name(),
                manager.applies(),
                manager.subresource(),
                manager.applies() ? "" : manager.apiVersion()),
            manager);
      }
    }
    return List.copyOf(all.values());
  }

  /** Returns an object without its managers. */
  static Map<String, Object> removed(Map<String, Object> object) {
    if (!(object.get("metadata") instanceof Map<?, ?> metadata)) {
      return object;
    }
    Map<Object, Object> rest = new HashMap<>(metadata);
    rest.remove("managedFields");
    Map<String, Object> fields = new HashMap<>(object);
    fields.put("metadata", rest);
    return fields;
  }

  private static FieldPathSet set(Map<?, ?> fields) {
    Set<PathElement> members = new HashSet<>();
    Map<PathElement, FieldPathSet> children = new HashMap<>();
    fields.forEach(
        (key, value) ->
            step((String) key)
                .ifPresent(
                    step -> {
                      Map<?, ?> below = map(value);
                      if (below.isEmpty() || below.containsKey(SELF)) {
                        members.add(step);
                      }
                      FieldPathSet deeper = set(below);
                      if (!deeper.isEmpty()) {
                        children.put(step, deeper);
                      }
                    }));
    return new FieldPathSet(members, children);
  }

  private static Optional<PathElement> step(String key) {
    if (key.startsWith("f:")) {
      return Optional.of(new PathElement.Field(key.substring(2)));
    }
    try {
      if (key.startsWith("k:")
          && JsonParser.parseString(key.substring(2)) instanceof JsonObject o) {
        return Optional.of(PathElement.Key.of(PlainFields.of(JsonTree.of(o))));
      }
      if (key.startsWith("v:")) {
        JsonElement value = JsonParser.parseString(key.substring(2));
        return value.isJsonPrimitive()
            ? Optional.of(new PathElement.SetItem(value.getAsString()))
            : Optional.empty();
      }
    } catch (JsonParseException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static String text(Map<?, ?> entry, String name) {
    return entry.get(name) instanceof String text ? text : "";
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }
}
