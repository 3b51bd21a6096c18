package dev.plimsoll.testkit.store;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.json.JsonPaths;

/**
 * The key of a stored object.
 *
 * @param path {@code /namespace/name}, or {@code /name} where there is no namespace
 */
public record ObjectKey(ApiGroupResource resource, String path) {
  public static ObjectKey of(ResourceType type, String namespace, String name) {
    return new ObjectKey(type.stored(), prefix(type, namespace) + "/" + name);
  }

  public static ObjectKey of(ResourceType type, JsonObject object) {
    return of(
        type,
        JsonPaths.text(object, "metadata", "namespace"),
        JsonPaths.text(object, "metadata", "name"));
  }

  /** Returns the prefix of the paths of a namespace's objects; "" for all namespaces. */
  public static String prefix(ResourceType type, String namespace) {
    return type.namespaced() && !namespace.isEmpty() ? "/" + namespace : "";
  }

  /** As storage errors spell it. */
  public String registryPath() {
    return "/registry/" + resource.resource() + path;
  }
}
