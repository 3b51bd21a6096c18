package dev.plimsoll.kube.check;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.file.FileLocation;
import dev.plimsoll.kube.file.SourcedObject;
import dev.plimsoll.model.check.FieldPath;
import dev.plimsoll.model.patch.ObjectPatch;
import dev.plimsoll.model.patch.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A change of one field of a manifest.
 *
 * @param position where the field stands, or else the part that it goes into
 * @param field the field, such as {@code spec.replicas}
 * @param value the new value as YAML in one line; absent if the field is removed
 */
public record ManifestEdit(FileLocation position, String field, Optional<String> value) {

  /** Returns the changes of a patch to an object of a manifest. */
  static List<ManifestEdit> of(ObjectPatch patch, SourcedObject object) {
    List<ManifestEdit> edits = new ArrayList<>();
    JsonElement body = JsonParser.parseString(patch.body());
    if (patch.patchType() == PatchType.MERGE) {
      merge(body, List.of(), object, edits);
    } else {
      for (JsonElement each : body.getAsJsonArray()) {
        JsonObject operation = each.getAsJsonObject();
        if (!operation.get("op").getAsString().equals("test")) {
          edits.add(
              edit(
                  steps(operation.get("path").getAsString()),
                  Optional.ofNullable(operation.get("value")),
                  object));
        }
      }
    }
    return edits;
  }

  private static void merge(
      JsonElement value, List<String> path, SourcedObject object, List<ManifestEdit> edits) {
    if (!(value instanceof JsonObject fields)) {
      edits.add(edit(path, Optional.of(value).filter(v -> !v.isJsonNull()), object));
      return;
    }
    fields
        .entrySet()
        .forEach(
            e -> {
              List<String> child = new ArrayList<>(path);
              child.add(e.getKey());
              merge(e.getValue(), child, object, edits);
            });
  }

  private static ManifestEdit edit(
      List<String> path, Optional<JsonElement> value, SourcedObject object) {
    return new ManifestEdit(
        object.position(path), FieldPath.text(path), value.map(ManifestEdit::yaml));
  }

  private static List<String> steps(String pointer) {
    List<String> steps = new ArrayList<>();
    for (String step : pointer.substring(1).split("/", -1)) {
      steps.add(step.replace("~1", "/").replace("~0", "~"));
    }
    return steps;
  }

  /** Writes a value in YAML's flow style, with quotes only where they are needed. */
  private static String yaml(JsonElement value) {
    if (value instanceof JsonObject object) {
      List<String> parts = new ArrayList<>();
      for (Map.Entry<String, JsonElement> e : object.entrySet()) {
        parts.add(e.getKey() + ": " + yaml(e.getValue()));
      }
      return "{" + String.join(", ", parts) + "}";
    }
    if (value instanceof JsonArray array) {
      return "["
          + String.join(", ", array.asList().stream().map(ManifestEdit::yaml).toList())
          + "]";
    }
    String text = value.getAsString();
    boolean isText = value instanceof JsonPrimitive primitive && primitive.isString();
    boolean isPlain = text.matches("[A-Za-z][A-Za-z0-9./_-]*|[0-9]+(\\.[0-9]+)?[A-Za-z]*");
    boolean isWord = text.matches("(?i)true|false|yes|no|on|off|null|y|n");
    return !isText || (isPlain && !isWord) ? text : value.toString();
  }

  @Override
  public String toString() {
    return position + ": " + value.map(v -> "set " + field + ": " + v).orElse("remove " + field);
  }
}
