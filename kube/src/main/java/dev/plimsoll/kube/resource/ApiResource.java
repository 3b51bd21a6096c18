package dev.plimsoll.kube.resource;

import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.Optional;

/**
 * A resource that the API serves.
 *
 * @param type the kind
 * @param plural the plural in its URL
 * @param namespaced whether its objects are in namespaces
 */
public record ApiResource(GroupVersionKind type, String plural, boolean namespaced) {

  /** Returns the plural with its group. */
  public GroupResource resource() {
    return new GroupResource(type.group(), plural);
  }

  /** Returns the URL's path of the list, in one namespace where that makes sense. */
  public String path(Optional<String> namespace) {
    String root = type.group().isEmpty() ? "/api/" : "/apis/";
    String in = namespaced ? namespace.map(n -> "/namespaces/" + n).orElse("") : "";
    return root + type.apiVersion() + in + "/" + plural;
  }
}
