package dev.plimsoll.bench.upstream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Gives objects names that an API server takes, wherever a recorded call has them. Unit tests use
 * names such as {@code Vol_1}.
 */
final class ValidNames {
  private static final Set<String> REFERENCES =
      Set.of("claimName", "volumeName", "nodeName", "storageClassName", "persistentVolumeName");
  private static final Set<String> NAMED = Set.of("metadata", "claimRef", "ownerReferences");

  private final Map<String, String> names = new TreeMap<>();

  /** Returns a copy with valid names. */
  JsonObject renamed(JsonObject call) {
    return renamed("", call).getAsJsonObject();
  }

  /** Returns a text with the valid names in quotes. */
  String renamed(String text) {
    String result = text;
    for (Map.Entry<String, String> each : names.entrySet()) {
      result = result.replace("\"" + each.getKey() + "\"", "\"" + each.getValue() + "\"");
    }
    return result;
  }

  /** Returns a name that an API server takes. */
  String valid(String name) {
    String valid = name.toLowerCase(Locale.ROOT).replace('_', '-').replace('/', '-');
    if (!valid.equals(name)) {
      names.put(name, valid);
    }
    return valid;
  }

  /** Returns a name of a namespace that an API server takes. */
  private String namespace(String name) {
    return valid(name).replace('.', '-');
  }

  private JsonElement renamed(String parent, JsonElement element) {
    if (element instanceof JsonArray array) {
      JsonArray copy = new JsonArray();
      array.forEach(each -> copy.add(renamed(parent, each)));
      return copy;
    }
    if (!(element instanceof JsonObject object)) {
      return element;
    }
    boolean isNodeName =
        parent.equals("matchFields")
            && object.has("key")
            && object.get("key").getAsString().equals("metadata.name");
    JsonObject copy = new JsonObject();
    object
        .entrySet()
        .forEach(
            e -> {
              String key = e.getKey();
              copy.add(
                  key,
                  e.getValue() instanceof JsonPrimitive text && text.isString()
                      ? new JsonPrimitive(renamed(parent, key, text.getAsString()))
                      : isNodeName && e.getValue() instanceof JsonArray values
                          ? all(values, this::valid)
                          : key.equals("namespaces") && e.getValue() instanceof JsonArray values
                              ? all(values, this::namespace)
                              : renamed(
                                  parent.equals("Namespace") ? "Namespace" : key, e.getValue()));
            });
    return copy;
  }

  private String renamed(String parent, String key, String text) {
    if (key.equals("namespace") || (key.equals("name") && parent.equals("Namespace"))) {
      return namespace(text);
    }
    return REFERENCES.contains(key) || (key.equals("name") && NAMED.contains(parent))
        ? valid(text)
        : text;
  }

  private static JsonArray all(JsonArray values, UnaryOperator<String> valid) {
    JsonArray copy = new JsonArray();
    values.forEach(each -> copy.add(valid.apply(each.getAsString())));
    return copy;
  }
}
