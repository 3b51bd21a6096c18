package dev.plimsoll.kube.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.internal.LazilyParsedNumber;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Reads JSON without those parts that aren't wanted: they are skipped, never built in memory. */
public final class JsonPruning {
  /** Maps whose keys are the users' own words. */
  private static final Set<String> KEPT_WHOLE =
      new HashSet<>(
          Set.of(
              "labels", "annotations", "matchLabels", "nodeSelector", "selector", "hard", "used"));

  private static final Set<String> PAYLOADS = Set.of("data", "binaryData", "stringData");

  /** Without the parts that no rule looks at and that make most of a dump. */
  public static final JsonPruning FOR_RULES =
      new JsonPruning(
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
              "openAPIV3Schema"));

  /**
   * Without the plain values of which a one-time picture of a cluster has no use either. An object
   * of such a name stays: a custom resource may call one of its pod templates so.
   */
  static final JsonPruning FOR_FILES =
      FOR_RULES.andScalars(
          "image",
          "imagePullPolicy",
          "terminationMessagePath",
          "terminationMessagePolicy",
          "dnsPolicy",
          "serviceAccount",
          "serviceAccountName",
          "tolerationSeconds",
          "lastHeartbeatTime",
          "lastProbeTime",
          "lastTransitionTime",
          "containerID",
          "imageID");

  /** As the API server has it, without the bookkeeping of server-side apply. */
  public static final JsonPruning AS_SERVED =
      new JsonPruning(Set.of("managedFields", "openAPIV3Schema"));

  private final Set<String> pruned;
  private final Set<String> prunedIfScalar;

  private JsonPruning(Set<String> pruned) {
    this(pruned, Set.of());
  }

  private JsonPruning(Set<String> pruned, Set<String> prunedIfPlain) {
    this.pruned = new HashSet<>(pruned);
    this.prunedIfScalar = new HashSet<>(prunedIfPlain);
  }

  private JsonPruning andScalars(String... names) {
    return new JsonPruning(pruned, Set.of(names));
  }

  /** Returns whether a field at the top of an object is a payload, of which nothing is kept. */
  boolean isPayload(String name) {
    return PAYLOADS.contains(name);
  }

  /** Returns whether a field's value may hold the users' own words as names. */
  boolean keepsWhole(String name) {
    return KEPT_WHOLE.contains(name);
  }

  /**
   * Returns whether a field isn't wanted.
   *
   * @param plain whether its value is neither an object nor a list
   */
  boolean isPruned(String name, boolean plain) {
    return pruned.contains(name) || (plain && prunedIfScalar.contains(name));
  }

  /** Reads one field of an object at the top of a document. */
  public JsonElement readTopField(String name, JsonReader reader) throws IOException {
    if (PAYLOADS.contains(name)) {
      reader.skipValue();
      return JsonNull.INSTANCE;
    }
    return read(reader, !KEPT_WHOLE.contains(name));
  }

  /** Reads an object, such as an item of a list. */
  public JsonObject readItem(JsonReader reader) throws IOException {
    JsonObject object = new JsonObject();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      object.add(name, readTopField(name, reader));
    }
    reader.endObject();
    return object;
  }

  private JsonElement read(JsonReader reader, boolean prune) throws IOException {
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

  private JsonObject object(JsonReader reader, boolean prune) throws IOException {
    JsonObject object = new JsonObject();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      if (prune && isPruned(name, isScalar(reader.peek()))) {
        reader.skipValue();
      } else {
        object.add(name, read(reader, prune && !KEPT_WHOLE.contains(name)));
      }
    }
    reader.endObject();
    return object;
  }

  private static boolean isScalar(JsonToken next) {
    return next != JsonToken.BEGIN_OBJECT && next != JsonToken.BEGIN_ARRAY;
  }

  private JsonArray array(JsonReader reader, boolean prune) throws IOException {
    JsonArray array = new JsonArray();
    reader.beginArray();
    while (reader.hasNext()) {
      array.add(read(reader, prune));
    }
    reader.endArray();
    return array;
  }
}
