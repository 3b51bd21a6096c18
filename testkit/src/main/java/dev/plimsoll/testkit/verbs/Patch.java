package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.patch.JsonPatch;
import dev.plimsoll.testkit.patch.Manager;
import dev.plimsoll.testkit.patch.MergePatch;
import dev.plimsoll.testkit.patch.StrategicMergePatch;
import dev.plimsoll.testkit.rules.Presentation;
import java.util.Optional;

/** Changes one object by a merge, JSON or strategic merge patch, or by server-side apply. */
record Patch(Backend backend) implements Verb {
  @Override
  public ApiResponse answer(ApiRequest request, Target target) {
    String contentType = request.header("Content-Type").split(";")[0].strip();
    return switch (contentType) {
      case "application/apply-patch+yaml" -> new Apply(backend).answer(request, target);
      case "application/merge-patch+json" -> {
        JsonObject patch = request.json();
        yield change(request, target, current -> MergePatch.apply(current, patch));
      }
      case "application/json-patch+json" -> {
        JsonArray operations = operations(request);
        yield change(request, target, current -> jsonPatch(current, operations));
      }
      case "application/strategic-merge-patch+json" -> {
        if (target.type().has(Trait.CUSTOM)) {
          throw unsupported();
        }
        JsonObject patch = request.json();
        yield change(request, target, current -> StrategicMergePatch.apply(current, patch));
      }
      default -> throw unsupported();
    };
  }

  private ApiResponse change(ApiRequest request, Target target, GuaranteedUpdate.Edit edit) {
    ResourceType type = target.type();
    Manager manager =
        new Manager(request.fieldManager(), "Update", type.apiVersion(), target.subresource());
    JsonObject stored =
        new GuaranteedUpdate(backend)
            .change(
                request,
                target,
                Optional.of(manager),
                current -> Bodies.decode(backend.rules(type), request, target, edit.edit(current)));
    return ApiResponse.json(200, Presentation.shown(type, stored));
  }

  private static JsonArray operations(ApiRequest request) {
    try {
      return JsonParser.parseString(request.body()).getAsJsonArray();
    } catch (JsonParseException | IllegalStateException e) {
      throw StatusError.badRequest("error decoding patch: " + e.getMessage());
    }
  }

  private static JsonObject jsonPatch(JsonObject current, JsonArray operations) {
    try {
      return JsonPatch.apply(current, operations);
    } catch (IllegalArgumentException e) {
      throw StatusError.of(
          422, "Invalid", "the server rejected our request due to an error in our request");
    }
  }

  private static StatusError unsupported() {
    return StatusError.of(
        415,
        "UnsupportedMediaType",
        "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml");
  }
}
