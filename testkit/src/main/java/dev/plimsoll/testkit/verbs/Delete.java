package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.admission.AdmissionCall;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.rules.Presentation;
import dev.plimsoll.testkit.store.ObjectKey;
import java.util.Optional;

/**
 * Deletes one object. What has finalizers, and a pod on a node that has time left, is only marked.
 * Dependents stay, since no garbage collector runs here; a namespace goes with all that is in it.
 */
record Delete(Backend backend) implements Verb {
  @Override
  public ApiResponse answer(ApiRequest request, Target target) {
    ResourceType type = target.type();
    DeleteOptions options = DeleteOptions.of(request);
    JsonObject last = delete(request, target, options);
    boolean gone = JsonPaths.list(last, "metadata", "finalizers").isEmpty();
    return type.has(Trait.RETURNS_DELETED) || !gone
        ? ApiResponse.json(200, Presentation.shown(type, last))
        : ApiResponse.json(200, success(type, last));
  }

  /** The object's last state, as kept. */
  JsonObject delete(ApiRequest request, Target target, DeleteOptions options) {
    ResourceType type = target.type();
    ObjectKey key = ObjectKey.of(type, target.namespace(), target.name());
    while (true) {
      JsonObject current = new Get(backend).find(target);
      checkPreconditions(type, target.name(), current, options);
      validate(request, target, current);
      JsonObject marked = Deletion.mark(type, current, options.grace(), backend.clock());
      if (options.dryRun()) {
        return marked;
      }
      if (marked.equals(current)) {
        return Deletion.mustStay(marked) ? current : remove(request, target, current);
      }
      boolean markedFirst = Deletion.mustStay(marked) || Deletion.isGraceful(type);
      if (!markedFirst) {
        Optional<JsonObject> removed = backend.store().remove(key, current);
        if (removed.isPresent()) {
          return removed.get();
        }
      } else {
        Optional<JsonObject> stored = backend.store().put(key, Optional.of(current), marked);
        if (stored.isPresent()) {
          return Deletion.mustStay(marked) ? stored.get() : remove(request, target, stored.get());
        }
      }
    }
  }

  private void validate(ApiRequest request, Target target, JsonObject object) {
    JsonObject shown = Presentation.shown(target.type(), object);
    backend
        .admission()
        .validate(new AdmissionCall(request, target, "DELETE", new JsonObject(), shown));
  }

  /** Removes what was marked; admission is asked once more, as it is by the API server. */
  private JsonObject remove(ApiRequest request, Target target, JsonObject marked) {
    validate(request, target, marked);
    ResourceType type = target.type();
    ObjectKey key = ObjectKey.of(type, target.namespace(), target.name());
    if (type.kind().equals("Namespace")) {
      new Namespaces(backend).empty(JsonPaths.text(marked, "metadata", "name"));
    }
    return backend.store().remove(key, marked).orElse(marked);
  }

  private static void checkPreconditions(
      ResourceType type, String name, JsonObject current, DeleteOptions options) {
    ApiGroupResource kind = new ApiGroupResource(type.group(), type.kind());
    String uid = JsonPaths.text(current, "metadata", "uid");
    if (!options.uid().isEmpty() && !options.uid().equals(uid)) {
      throw StatusError.conflict(
          kind,
          name,
          "the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated"
              .formatted(options.uid(), uid));
    }
    String version = JsonPaths.text(current, "metadata", "resourceVersion");
    if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals(version)) {
      throw StatusError.conflict(
          kind,
          name,
          "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified"
              .formatted(options.resourceVersion(), version));
    }
  }

  private static JsonObject success(ResourceType type, JsonObject last) {
    JsonObject details = new JsonObject();
    details.addProperty("name", JsonPaths.text(last, "metadata", "name"));
    if (!type.group().isEmpty()) {
      details.addProperty("group", type.group());
    }
    details.addProperty("kind", type.plural());
    details.addProperty("uid", JsonPaths.text(last, "metadata", "uid"));
    JsonObject status = new JsonObject();
    status.addProperty("kind", "Status");
    status.addProperty("apiVersion", "v1");
    status.add("metadata", new JsonObject());
    status.addProperty("status", "Success");
    status.add("details", details);
    return status;
  }
}
