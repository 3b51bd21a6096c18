package dev.plimsoll.kube.file;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.internal.LazilyParsedNumber;
import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.util.Set;

/** Reads JSON without the parts that no rule looks at and that make most of a dump. */
final class PrunedJson {
  private static final Set<String> PRUNED =
      Set.of(
          "managedFields",
          "env",
          "envFrom",
          "command",
          "args",
          "livenessProbe",
          "readinessProbe",
          "startupProbe",
          "lifecycle",
          "volumeMounts",
          "securityContext",
          "images",
          "nodeInfo",
          "openAPIV3Schema");

  /** Maps whose keys are the users' own words. */
  private static final Set<String> KEPT_WHOLE =
      Set.of("labels", "annotations", "matchLabels", "nodeSelector", "selector", "hard", "used");

  private static final Set<String> PAYLOADS = Set.of("data", "binaryData", "stringData");

  private PrunedJson() {}

  /** Reads one field of an object at the top of a document. */
  static JsonElement readTopField(String name, JsonReader reader) throws IOException {
    if (PAYLOADS.contains(name)) {
      reader.skipValue();
      return JsonNull.INSTANCE;
    }
    return read(reader, !KEPT_WHOLE.contains(name));
  }

  /** Reads an item of a list. */
  static JsonObject readItem(JsonReader reader) throws IOException {
    JsonObject object = new JsonObject();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      object.add(name, readTopField(name, reader));
    }
    reader.endObject();
    return object;
  }

  private static JsonElement read(JsonReader reader, boolean prune) throws IOException {
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> object(reader, prune);
      case BEGIN_ARRAY -> array(reader, prune);
      case STRING -> new JsonPrimitive(reader.nextString());
      case NUMBER -> new JsonPrimitive(new LazilyParsedNumber(reader.nextString()));
      case BOOLEAN -> new JsonPrimitive(reader.nextBoolean());
      default -> {
        reader.nextNull();
        yield JsonNull.INSTANCE;
      }
    };
  }

  private static JsonObject object(JsonReader reader, boolean prune) throws IOException {
    JsonObject object = new JsonObject();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      if (prune && PRUNED.contains(name)) {
        reader.skipValue();
      } else {
        object.add(name, read(reader, prune && !KEPT_WHOLE.contains(name)));
      }
    }
    reader.endObject();
    return object;
  }

  private static JsonArray array(JsonReader reader, boolean prune) throws IOException {
    JsonArray array = new JsonArray();
    reader.beginArray();
    while (reader.hasNext()) {
      array.add(read(reader, prune));
    }
    reader.endArray();
    return array;
  }
}
