package dev.plimsoll.testkit.access;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;

/**
 * The attributes of a request for authorization. Absent parts are "".
 *
 * @param resource with its subresource: {@code pods/binding}
 */
public record Attributes(
    String verb, String group, String resource, String namespace, String name) {
  static Attributes of(ApiRequest request, Target target) {
    return new Attributes(
        verb(request, !target.name().isEmpty()),
        target.type().group(),
        target.resource(),
        namespace(target),
        target.name());
  }

  /** A namespace is in itself: who may read in it may be allowed to read it. */
  private static String namespace(Target target) {
    return target.type().plural().equals("namespaces") ? target.name() : target.namespace();
  }

  private static String verb(ApiRequest request, boolean named) {
    return switch (request.method()) {
      case "GET" -> request.flag("watch") ? "watch" : named ? "get" : "list";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      default -> named ? "delete" : "deletecollection";
    };
  }

  /** Reads {@code spec.resourceAttributes} of an access review. */
  static Attributes of(JsonObject json) {
    String subresource = JsonPaths.text(json, "subresource");
    String resource = JsonPaths.text(json, "resource");
    return new Attributes(
        JsonPaths.text(json, "verb"),
        JsonPaths.text(json, "group"),
        subresource.isEmpty() ? resource : resource + "/" + subresource,
        JsonPaths.text(json, "namespace"),
        JsonPaths.text(json, "name"));
  }

  ApiGroupResource groupResource() {
    return new ApiGroupResource(group, resource);
  }

  /** As an error says it. */
  String forbiddenMessage(User user) {
    String scope =
        namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"" + namespace + "\"";
    return "User \"%s\" cannot %s resource \"%s\" in API group \"%s\" %s"
        .formatted(user.name(), verb, resource, group, scope);
  }
}
