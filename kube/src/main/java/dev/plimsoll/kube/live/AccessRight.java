package dev.plimsoll.kube.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import java.util.Map;

/**
 * A right of the caller.
 *
 * @param resource the resource; a subresource stands behind a slash, such as {@code pods/status}
 * @param namespace the namespace; empty for all, or for a resource of the cluster
 * @param name the object; empty for any
 */
public record AccessRight(String verb, GroupResource resource, String namespace, String name) {
  private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

  /** Returns whether the API server grants the right; also true if the server doesn't tell. */
  public boolean isGranted(Connection connection) {
    String[] parts = resource.resource().split("/", 2);
    JsonObject attributes = new JsonObject();
    attributes.addProperty("verb", verb);
    attributes.addProperty("group", resource.group());
    attributes.addProperty("resource", parts[0]);
    if (parts.length > 1) {
      attributes.addProperty("subresource", parts[1]);
    }
    attributes.addProperty("namespace", namespace);
    attributes.addProperty("name", name);
    JsonObject spec = new JsonObject();
    spec.add("resourceAttributes", attributes);
    JsonObject review = new JsonObject();
    review.addProperty("apiVersion", "authorization.k8s.io/v1");
    review.addProperty("kind", "SelfSubjectAccessReview");
    review.add("spec", spec);
    try {
      JsonObject answer = connection.write("POST", REVIEWS, Map.of(), Connection.JSON, review);
      return answer.getAsJsonObject("status").get("allowed").getAsBoolean();
    } catch (StatusException e) {
      // Whether a caller may ask is the cluster's choice. The caller will find out.
      return true;
    }
  }

  @Override
  public String toString() {
    return verb
        + " "
        + resource
        + (name.isEmpty() ? "" : " " + name)
        + (namespace.isEmpty() ? " in all namespaces" : " in namespace " + namespace);
  }
}
