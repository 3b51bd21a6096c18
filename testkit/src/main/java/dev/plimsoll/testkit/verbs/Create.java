package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.admission.AdmissionCall;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.patch.ManagedFields;
import dev.plimsoll.testkit.patch.Manager;
import dev.plimsoll.testkit.rules.CrdRules;
import dev.plimsoll.testkit.rules.KindRules;
import dev.plimsoll.testkit.rules.Presentation;
import dev.plimsoll.testkit.store.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Creates an object. */
record Create(Backend backend) implements Verb {
  private static final String SUFFIX_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  @Override
  public ApiResponse answer(ApiRequest request, Target target) {
    ResourceType type = target.type();
    JsonObject body = Bodies.decode(backend.rules(type), request, target, request.json());
    Manager manager = new Manager(request.fieldManager(), "Update", type.apiVersion(), "");
    JsonObject stored = make(request, target, body, manager);
    return ApiResponse.json(201, Presentation.shown(type, stored));
  }

  /** Makes an object from a decoded body; answers it as kept. */
  JsonObject make(ApiRequest request, Target target, JsonObject given, Manager manager) {
    ResourceType type = target.type();
    KindRules rules = backend.rules(type);
    identify(type, given);
    new Namespaces(backend).checkOpen(target, JsonPaths.text(given, "metadata", "name"));
    if (type.has(Trait.STATUS)) {
      given.remove("status");
    }
    ManagedFields.of(given).updated(new JsonObject(), given, manager, backend.now()).writeTo(given);
    rules.begin(type, given);
    rules.complete(type, given);
    String name = JsonPaths.text(given, "metadata", "name");
    AdmissionCall call =
        new AdmissionCall(
            request,
            new Target(type, target.namespace(), name, ""),
            "CREATE",
            given,
            new JsonObject());
    JsonObject object = backend.admission().mutate(call);
    rules.complete(type, object);
    ObjectErrors.none(type, object, rules.problems(type, object));
    backend
        .admission()
        .validate(new AdmissionCall(request, call.target(), "CREATE", object, new JsonObject()));
    return store(request, type, object);
  }

  private JsonObject store(ApiRequest request, ResourceType type, JsonObject object) {
    ObjectKey key = ObjectKey.of(type, object);
    JsonObject kept = Presentation.kept(type, object);
    String name = JsonPaths.text(object, "metadata", "name");
    if (backend.store().get(key).isPresent()) {
      throw StatusError.alreadyExists(type.groupResource(), name);
    }
    if (request.dryRun()) {
      return kept;
    }
    JsonObject stored =
        backend
            .store()
            .put(key, Optional.empty(), kept)
            .orElseThrow(() -> StatusError.alreadyExists(type.groupResource(), name));
    if (type.kind().equals("CustomResourceDefinition")) {
      JsonObject established = CrdRules.established(stored, backend.now());
      backend.store().put(key, Optional.of(stored), established);
    }
    return stored;
  }

  private void identify(ResourceType type, JsonObject object) {
    JsonObject metadata = object.getAsJsonObject("metadata");
    String prefix = JsonPaths.text(metadata, "generateName");
    if (JsonPaths.text(metadata, "name").isEmpty()) {
      if (prefix.isEmpty()) {
        Cause cause = Cause.required("metadata.name", "name or generateName is required");
        ObjectErrors.none(type, object, List.of(cause));
      }
      metadata.addProperty("name", prefix + suffix());
    }
    if (!JsonPaths.text(metadata, "resourceVersion").isEmpty()) {
      throw StatusError.badRequest("resourceVersion should not be set on objects to be created");
    }
    for (String own :
        List.of(
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "managedFields",
            "generation",
            "selfLink",
            "resourceVersion")) {
      metadata.remove(own);
    }
    metadata.addProperty("uid", UUID.randomUUID().toString());
    metadata.addProperty("creationTimestamp", backend.now());
    if (type.has(Trait.GENERATION)) {
      metadata.addProperty("generation", 1);
    }
  }

  private static String suffix() {
    StringBuilder suffix = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      suffix.append(
          SUFFIX_LETTERS.charAt(ThreadLocalRandom.current().nextInt(SUFFIX_LETTERS.length())));
    }
    return suffix.toString();
  }
}
