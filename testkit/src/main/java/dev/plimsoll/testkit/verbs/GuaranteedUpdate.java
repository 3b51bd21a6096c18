package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.admission.AdmissionCall;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.patch.ManagedFields;
import dev.plimsoll.testkit.patch.Manager;
import dev.plimsoll.testkit.rules.KindRules;
import dev.plimsoll.testkit.rules.Presentation;
import dev.plimsoll.testkit.store.ObjectKey;
import java.util.List;
import java.util.Optional;

/**
 * Changes one object that is there: against the version the client saw, if it says one, else again
 * and again until nobody comes between.
 */
record GuaranteedUpdate(Backend backend) {
  private static final List<String> SERVERS_OWN =
      List.of(
          "uid",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "generation",
          "resourceVersion",
          "managedFields",
          "generateName",
          "selfLink");

  /** The client's change of the present object, which must stay unmodified. */
  @FunctionalInterface
  interface Edit {
    JsonObject edit(JsonObject current);
  }

  /**
   * Changes an object. The manager is written into managed fields, except if it is empty because
   * the edit did so itself.
   */
  JsonObject change(ApiRequest request, Target target, Optional<Manager> manager, Edit edit) {
    ResourceType type = target.type();
    ObjectKey key = ObjectKey.of(type, target.namespace(), target.name());
    while (true) {
      JsonObject kept = new Get(backend).find(target);
      JsonObject current = Presentation.shown(type, kept);
      JsonObject edited = edit.edit(current.deepCopy()).deepCopy();
      boolean conditional = checkVersion(target, current, edited);
      JsonObject next = settle(target, current, edited, manager);
      next =
          backend.admission().mutate(new AdmissionCall(request, target, "UPDATE", next, current));
      KindRules rules = backend.rules(type);
      rules.complete(type, next);
      if (target.subresource().isEmpty()) {
        ObjectErrors.none(type, next, rules.problems(type, next));
        ObjectErrors.none(type, next, rules.changeProblems(type, current, next));
      }
      backend.admission().validate(new AdmissionCall(request, target, "UPDATE", next, current));
      if (next.equals(current)) {
        return kept;
      }
      Optional<JsonObject> stored =
          request.dryRun()
              ? Optional.of(Presentation.kept(type, next))
              : store(key, kept, Presentation.kept(type, next));
      if (stored.isPresent()) {
        return stored.get();
      }
      if (conditional) {
        throw StatusError.modified(type.groupResource(), target.name());
      }
    }
  }

  private Optional<JsonObject> store(ObjectKey key, JsonObject kept, JsonObject next) {
    boolean lastFinalizerGone =
        JsonPaths.string(next, "metadata", "deletionTimestamp").isPresent()
            && !JsonPaths.list(kept, "metadata", "finalizers").isEmpty()
            && JsonPaths.list(next, "metadata", "finalizers").isEmpty()
            && JsonPaths.text(next, "metadata", "deletionGracePeriodSeconds").matches("0?");
    return lastFinalizerGone
        ? backend.store().remove(key, kept)
        : backend.store().put(key, Optional.of(kept), next);
  }

  private static boolean checkVersion(Target target, JsonObject current, JsonObject edited) {
    ResourceType type = target.type();
    String name = JsonPaths.string(edited, "metadata", "name").orElse(target.name());
    if (!name.equals(target.name())) {
      throw StatusError.badRequest(
          "the name of the object (%s) does not match the name on the URL (%s)"
              .formatted(name, target.name()));
    }
    String uid = JsonPaths.text(edited, "metadata", "uid");
    String currentUid = JsonPaths.text(current, "metadata", "uid");
    if (!uid.isEmpty() && !uid.equals(currentUid)) {
      throw StatusError.conflict(
          type.groupResource(),
          target.name(),
          "Precondition failed: UID in precondition: %s, UID in object meta: %s"
              .formatted(uid, currentUid));
    }
    String version = JsonPaths.text(edited, "metadata", "resourceVersion");
    if (!version.isEmpty()
        && !version.equals(JsonPaths.text(current, "metadata", "resourceVersion"))) {
      throw StatusError.modified(type.groupResource(), target.name());
    }
    return !version.isEmpty();
  }

  private JsonObject settle(
      Target target, JsonObject current, JsonObject edited, Optional<Manager> manager) {
    ResourceType type = target.type();
    JsonObject next = edited;
    JsonObject managed = JsonPaths.objectAt(edited, "metadata").deepCopy();
    if (target.subresource().equals("status")) {
      next = current.deepCopy();
      copy("status", edited, next);
      if (!type.has(Trait.CUSTOM)) {
        copy("metadata", edited, next);
      }
    } else if (type.has(Trait.STATUS)) {
      copy("status", current, next);
    }
    JsonObject metadata = JsonPaths.objectAt(next, "metadata");
    JsonObject old = JsonPaths.objectAt(current, "metadata");
    SERVERS_OWN.forEach(own -> copy(own, old, metadata));
    if (type.has(Trait.GENERATION)
        && !target.subresource().equals("status")
        && !withoutStatus(next).equals(withoutStatus(current))) {
      metadata.addProperty(
          "generation", JsonPaths.at(old, "generation").map(g -> g.getAsLong()).orElse(0L) + 1);
    }
    if (manager.isPresent()) {
      ManagedFields.of(current).updated(current, next, manager.get(), backend.now()).writeTo(next);
    } else {
      copy("managedFields", managed, metadata);
    }
    return next;
  }

  private static JsonObject withoutStatus(JsonObject object) {
    JsonObject rest = new JsonObject();
    object.entrySet().forEach(member -> rest.add(member.getKey(), member.getValue()));
    rest.remove("status");
    rest.remove("metadata");
    return rest;
  }

  private static void copy(String name, JsonObject from, JsonObject to) {
    to.remove(name);
    if (from.has(name)) {
      to.add(name, from.get(name).deepCopy());
    }
  }
}
