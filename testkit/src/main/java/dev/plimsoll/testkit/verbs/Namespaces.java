package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.store.ObjectKey;
import java.util.Optional;

/** The plug-in NamespaceLifecycle, and the controller that empties a namespace that goes. */
record Namespaces(Backend backend) {
  private static final ApiGroupResource NAMESPACES = new ApiGroupResource("", "namespaces");

  /** Denies new objects in a namespace that is not there or going. */
  void checkOpen(Target target, String name) {
    if (!target.type().namespaced()) {
      return;
    }
    JsonObject namespace =
        backend
            .store()
            .get(new ObjectKey(NAMESPACES, "/" + target.namespace()))
            .orElseThrow(() -> StatusError.notFound(NAMESPACES, target.namespace()));
    if (JsonPaths.text(namespace, "status", "phase").equals("Terminating")) {
      throw StatusError.forbidden(
          target.type().groupResource(),
          name,
          "unable to create new content in namespace %s because it is being terminated"
              .formatted(target.namespace()));
    }
  }

  /** Removes everything in a namespace, at once. */
  void empty(String namespace) {
    for (ResourceType type : backend.types().all()) {
      if (type.namespaced()) {
        backend.all(type).stream()
            .filter(object -> JsonPaths.text(object, "metadata", "namespace").equals(namespace))
            .forEach(object -> remove(ObjectKey.of(type, object)));
      }
    }
  }

  private void remove(ObjectKey key) {
    Optional<JsonObject> last = backend.store().get(key);
    while (last.isPresent() && backend.store().remove(key, last.get()).isEmpty()) {
      last = backend.store().get(key);
    }
  }
}
