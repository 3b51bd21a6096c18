package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.rules.KindRules;
import java.util.List;

/** Bodies that are objects of the resource the path names. */
final class Bodies {
  private Bodies() {}

  /**
   * Checks that the object is one the path names; what its kind does not know is dropped with a
   * warning.
   */
  static JsonObject decode(KindRules rules, ApiRequest request, Target target, JsonObject object) {
    ResourceType type = target.type();
    checkKind(type, object);
    checkNamespace(target, JsonPaths.objectAt(object, "metadata"));
    List<String> unknown = rules.decode(type, object);
    String validation = request.parameter("fieldValidation");
    if (!unknown.isEmpty() && validation.equals("Strict")) {
      String fields =
          String.join(", ", unknown.stream().map("unknown field \"%s\""::formatted).toList());
      throw StatusError.badRequest(
          "%s in version \"%s\" cannot be handled as a %s: strict decoding error: %s"
              .formatted(type.kind(), type.version(), type.kind(), fields));
    }
    if (!validation.equals("Ignore")) {
      unknown.forEach(field -> request.warn("unknown field \"%s\"".formatted(field)));
    }
    return object;
  }

  private static void checkKind(ResourceType type, JsonObject object) {
    String apiVersion = JsonPaths.string(object, "apiVersion").orElse(type.apiVersion());
    String kind = JsonPaths.string(object, "kind").orElse(type.kind());
    if (!apiVersion.equals(type.apiVersion()) || !kind.equals(type.kind())) {
      throw StatusError.badRequest(
          "the API version in the data (%s, Kind=%s) does not match the expected API version (%s, Kind=%s)"
              .formatted(apiVersion, kind, type.apiVersion(), type.kind()));
    }
    object.addProperty("apiVersion", apiVersion);
    object.addProperty("kind", kind);
  }

  private static void checkNamespace(Target target, JsonObject metadata) {
    if (!target.type().namespaced()) {
      metadata.remove("namespace");
      return;
    }
    String namespace = JsonPaths.string(metadata, "namespace").orElse(target.namespace());
    if (!namespace.equals(target.namespace())) {
      throw StatusError.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    metadata.addProperty("namespace", namespace);
  }
}
