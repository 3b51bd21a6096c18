package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.patch.Manager;
import dev.plimsoll.testkit.rules.Presentation;
import java.util.List;
import java.util.Optional;

/** Replaces one object, or its status. */
record Update(Backend backend) implements Verb {
  @Override
  public ApiResponse answer(ApiRequest request, Target target) {
    ResourceType type = target.type();
    JsonObject body = Bodies.decode(backend.rules(type), request, target, request.json());
    boolean unconditional = !type.has(Trait.CUSTOM) && !type.kind().equals("Lease");
    if (!unconditional && JsonPaths.text(body, "metadata", "resourceVersion").isEmpty()) {
      Cause cause =
          Cause.invalid("metadata.resourceVersion", "0x0", "must be specified for an update");
      ObjectErrors.none(type, body, List.of(cause));
    }
    Manager manager =
        new Manager(request.fieldManager(), "Update", type.apiVersion(), target.subresource());
    JsonObject stored =
        new GuaranteedUpdate(backend)
            .change(request, target, Optional.of(manager), current -> body);
    return ApiResponse.json(200, Presentation.shown(type, stored));
  }
}
