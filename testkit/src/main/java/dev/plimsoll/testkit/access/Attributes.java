package dev.plimsoll.testkit.access;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.GroupResource;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.Json;

/**
 * What somebody wants to do. Absent parts are "".
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
        target.namespace(),
        target.name());
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
    String subresource = Json.text(json, "subresource");
    String resource = Json.text(json, "resource");
    return new Attributes(
        Json.text(json, "verb"),
        Json.text(json, "group"),
        subresource.isEmpty() ? resource : resource + "/" + subresource,
        Json.text(json, "namespace"),
        Json.text(json, "name"));
  }

  GroupResource groupResource() {
    return new GroupResource(group, resource);
  }

  /** As a refusal says it. */
  String refused(User user) {
    String scope =
        namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"" + namespace + "\"";
    return "User \"%s\" cannot %s resource \"%s\" in API group \"%s\" %s"
        .formatted(user.name(), verb, resource, group, scope);
  }
}
