package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.Json;

/** Bodies that are objects of the resource the path names. */
final class Bodies {
  private Bodies() {}

  static JsonObject object(ApiRequest request, Target target) {
    return checked(request.json(), target);
  }

  /** The object, at home in the path's namespace; 400 if body and path differ. */
  static JsonObject checked(JsonObject object, Target target) {
    ResourceType type = target.type();
    String apiVersion = Json.string(object, "apiVersion").orElse(type.apiVersion());
    String kind = Json.string(object, "kind").orElse(type.kind());
    if (!apiVersion.equals(type.apiVersion()) || !kind.equals(type.kind())) {
      throw StatusError.badRequest(
          "%s in version \"%s\" cannot be handled as a %s: the path is one of %s in \"%s\""
              .formatted(kind, apiVersion, type.kind(), type.plural(), type.apiVersion()));
    }
    object.addProperty("apiVersion", apiVersion);
    object.addProperty("kind", kind);
    JsonObject metadata = Json.objectAt(object, "metadata");
    if (type.namespaced()) {
      String namespace = Json.string(metadata, "namespace").orElse(target.namespace());
      if (!namespace.equals(target.namespace())) {
        throw StatusError.badRequest(
            "the namespace of the provided object does not match the namespace sent on the request");
      }
      metadata.addProperty("namespace", namespace);
    } else {
      metadata.remove("namespace");
    }
    return object;
  }
}
