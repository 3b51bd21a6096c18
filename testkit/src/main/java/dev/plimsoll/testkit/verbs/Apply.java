package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.patch.ApplyPatch;
import dev.plimsoll.testkit.patch.Manager;
import dev.plimsoll.testkit.rules.Presentation;
import dev.plimsoll.testkit.store.ObjectKey;
import java.util.List;
import java.util.Optional;

/** Server-side apply; the body must be JSON, as YAML is not read here. */
record Apply(Backend backend) implements Verb {
  @Override
  public ApiResponse answer(ApiRequest request, Target target) {
    ResourceType type = target.type();
    if (request.parameter("fieldManager").isEmpty()) {
      throw StatusError.invalid(
          new ApiGroupResource("meta.k8s.io", "PatchOptions"),
          "",
          List.of(Cause.required("fieldManager", "is required for apply patch")));
    }
    JsonObject given = Bodies.decode(backend.rules(type), request, target, request.json());
    if (!JsonPaths.list(given, "metadata", "managedFields").isEmpty()) {
      throw StatusError.badRequest("metadata.managedFields must be nil");
    }
    Manager manager =
        new Manager(request.fieldManager(), "Apply", type.apiVersion(), target.subresource());
    ObjectKey key = ObjectKey.of(type, target.namespace(), target.name());
    if (target.subresource().isEmpty() && backend.store().get(key).isEmpty()) {
      JsonPaths.objectAt(given, "metadata").addProperty("name", target.name());
      JsonObject made = new Create(backend).make(request, target, given, manager);
      return ApiResponse.json(201, Presentation.shown(type, made));
    }
    JsonObject applied = part(target, given);
    JsonObject stored =
        new GuaranteedUpdate(backend)
            .change(
                request,
                target,
                Optional.empty(),
                current ->
                    ApplyPatch.apply(
                        current, applied, manager, request.flag("force"), backend.now()));
    return ApiResponse.json(200, Presentation.shown(type, stored));
  }

  /** The part of what was given that the path is about. */
  private static JsonObject part(Target target, JsonObject given) {
    JsonObject part = given.deepCopy();
    if (target.subresource().equals("status")) {
      part.remove("spec");
      if (target.type().has(Trait.CUSTOM)) {
        JsonPaths.objectAt(part, "metadata")
            .keySet()
            .retainAll(List.of("name", "namespace", "uid", "resourceVersion"));
      }
    } else if (target.type().has(Trait.STATUS)) {
      part.remove("status");
    }
    return part;
  }
}
