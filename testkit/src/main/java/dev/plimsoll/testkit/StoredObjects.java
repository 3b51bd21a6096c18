package dev.plimsoll.testkit;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.rules.Presentation;
import dev.plimsoll.testkit.store.ObjectKey;
import dev.plimsoll.testkit.store.Page;
import dev.plimsoll.testkit.verbs.Backend;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * The objects on the server, past its rules: nothing is checked, defaulted or denied, so a test can
 * put there what no client could. Watches see every change.
 */
public final class StoredObjects {
  private final Backend backend;

  StoredObjects(Backend backend) {
    this.backend = backend;
  }

  /** Puts an object there, in place of one of the same name; JSON with apiVersion and kind. */
  public JsonObject put(String json) {
    return put(JsonPaths.parse(json));
  }

  /** Puts a copy of the object there, in place of one of the same name. */
  public JsonObject put(JsonObject object) {
    ResourceType type =
        backend.types().of(JsonPaths.text(object, "apiVersion"), JsonPaths.text(object, "kind"));
    JsonObject copy = object.deepCopy();
    JsonObject metadata = JsonPaths.objectAt(copy, "metadata");
    ObjectKey key = ObjectKey.of(type, copy);
    JsonPaths.setDefault(metadata, "uid", new JsonPrimitive(UUID.randomUUID().toString()));
    JsonPaths.setDefault(metadata, "creationTimestamp", new JsonPrimitive(backend.now()));
    JsonObject kept = Presentation.kept(type, copy);
    while (true) {
      Optional<JsonObject> old = backend.store().get(key);
      Optional<JsonObject> stored = backend.store().put(key, old, kept);
      if (stored.isPresent()) {
        return Presentation.shown(type, stored.get()).deepCopy();
      }
    }
  }

  /** Changes a copy of an object and puts it there. */
  public JsonObject change(
      String apiVersion,
      String kind,
      String namespace,
      String name,
      UnaryOperator<JsonObject> how) {
    return put(
        how.apply(
            get(apiVersion, kind, namespace, name)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "There is no %s %s/%s to change.".formatted(kind, namespace, name)))));
  }

  /** A copy of one object. */
  public Optional<JsonObject> get(String apiVersion, String kind, String namespace, String name) {
    ResourceType type = backend.types().of(apiVersion, kind);
    return backend
        .store()
        .get(ObjectKey.of(type, namespace, name))
        .map(kept -> Presentation.shown(type, kept).deepCopy());
  }

  /** Copies of all objects of a kind, by namespace and name. */
  public List<JsonObject> list(String apiVersion, String kind) {
    ResourceType type = backend.types().of(apiVersion, kind);
    Page all =
        backend
            .store()
            .page(type.stored(), "", "", backend.store().revision(), Integer.MAX_VALUE, o -> true);
    return all.items().stream().map(kept -> Presentation.shown(type, kept).deepCopy()).toList();
  }

  /**
   * Removes an object at once, regardless of finalizers and grace period; true if there was one.
   */
  public boolean remove(String apiVersion, String kind, String namespace, String name) {
    ObjectKey key = ObjectKey.of(backend.types().of(apiVersion, kind), namespace, name);
    while (true) {
      Optional<JsonObject> old = backend.store().get(key);
      if (old.isEmpty()) {
        return false;
      }
      if (backend.store().remove(key, old.get()).isPresent()) {
        return true;
      }
    }
  }

  /** The newest resourceVersion. */
  public long resourceVersion() {
    return backend.store().revision();
  }
}
