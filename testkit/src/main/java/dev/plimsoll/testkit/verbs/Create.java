package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.GroupResource;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.http.Answer;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.Json;
import dev.plimsoll.testkit.rules.Presentation;
import dev.plimsoll.testkit.store.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Makes one object. */
record Create(Backend backend) implements Verb {
  private static final String SUFFIX_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  @Override
  public Answer answer(ApiRequest request, Target target) {
    ResourceType type = target.type();
    JsonObject object = Bodies.object(request, target);
    identify(type, object);
    complete(type, object);
    ObjectKey key = ObjectKey.of(type, object);
    if (backend.store().get(key).isPresent()) {
      throw StatusError.alreadyExists(type.groupResource(), Json.text(object, "metadata", "name"));
    }
    JsonObject kept = Presentation.kept(type, object);
    if (request.dryRun()) {
      return Answer.json(201, Presentation.shown(type, kept));
    }
    JsonObject stored =
        backend
            .store()
            .put(key, Optional.empty(), kept)
            .orElseThrow(
                () ->
                    StatusError.alreadyExists(
                        type.groupResource(), Json.text(object, "metadata", "name")));
    return Answer.json(201, Presentation.shown(type, stored));
  }

  private void identify(ResourceType type, JsonObject object) {
    JsonObject metadata = object.getAsJsonObject("metadata");
    String prefix = Json.text(metadata, "generateName");
    if (Json.text(metadata, "name").isEmpty()) {
      if (prefix.isEmpty()) {
        throw StatusError.invalid(
            new GroupResource(type.group(), type.kind()),
            "",
            List.of(Cause.required("metadata.name", "name or generateName is required")));
      }
      metadata.addProperty("name", prefix + suffix());
    }
    metadata.addProperty("uid", UUID.randomUUID().toString());
    metadata.addProperty("creationTimestamp", backend.now());
    metadata.remove("resourceVersion");
    metadata.remove("deletionTimestamp");
    metadata.remove("deletionGracePeriodSeconds");
    metadata.remove("managedFields");
    metadata.remove("generation");
    if (type.has(Trait.GENERATION)) {
      metadata.addProperty("generation", 1);
    }
  }

  private void complete(ResourceType type, JsonObject object) {
    if (type.has(Trait.STATUS)) {
      object.remove("status");
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
