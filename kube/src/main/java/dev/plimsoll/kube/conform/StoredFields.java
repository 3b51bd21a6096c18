package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Optional;

/** The fields of a stored object that admission may have set. */
final class StoredFields {
  private static final String LIMIT_RANGER = "kubernetes.io/limit-ranger";

  private StoredFields() {}

  /** Returns the fields; empty for other kinds. */
  static Optional<JsonObject> of(JsonObject object) {
    JsonObject spec = Json.child(object, "spec");
    return switch (object.get("kind").getAsString()) {
      case "Pod" -> Optional.of(pod(object, spec));
      case "ResourceQuota" -> spec(Json.only(spec, "hard", "scopes", "scopeSelector"));
      case "LimitRange" -> spec(Json.only(spec, "limits"));
      case "PersistentVolumeClaim" -> spec(Json.only(spec, "resources", "storageClassName"));
      case "Service" -> spec(service(spec));
      default -> Optional.empty();
    };
  }

  private static Optional<JsonObject> spec(JsonObject spec) {
    return Optional.of(Json.object("spec", spec));
  }

  private static JsonObject pod(JsonObject object, JsonObject spec) {
    JsonObject kept = Json.only(spec, "resources", "overhead", "priorityClassName", "priority");
    for (String field : new String[] {"containers", "initContainers"}) {
      if (spec.has(field)) {
        kept.add(field, each(spec.getAsJsonArray(field), "name", "resources", "restartPolicy"));
      }
    }
    JsonObject annotations = Json.child(Json.child(object, "metadata"), "annotations");
    if (annotations.has(LIMIT_RANGER)) {
      kept.add("annotations", Json.only(annotations, LIMIT_RANGER));
    }
    JsonObject qosClass = Json.only(Json.child(object, "status"), "qosClass");
    JsonObject stored = Json.object("spec", kept);
    qosClass.entrySet().forEach(e -> stored.add(e.getKey(), e.getValue()));
    return stored;
  }

  /** Node ports are chosen at random, and are left out. */
  private static JsonObject service(JsonObject spec) {
    JsonObject kept = Json.only(spec, "type", "allocateLoadBalancerNodePorts");
    if (spec.has("ports")) {
      kept.add(
          "ports", each(spec.getAsJsonArray("ports"), "name", "protocol", "port", "targetPort"));
    }
    return kept;
  }

  private static JsonArray each(JsonArray objects, String... names) {
    JsonArray some = new JsonArray();
    for (JsonElement each : objects) {
      some.add(Json.only(each.getAsJsonObject(), names));
    }
    return some;
  }
}
