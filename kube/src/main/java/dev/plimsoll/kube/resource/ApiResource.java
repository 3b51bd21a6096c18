package dev.plimsoll.kube.resource;

import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.Map;
import java.util.Optional;

/**
 * A resource that the API serves.
 *
 * @param type the kind
 * @param plural the plural in its URL; a slash and a name after it select the objects of that name
 * @param namespaced whether its objects are in namespaces
 */
public record ApiResource(GroupVersionKind type, String plural, boolean namespaced) {

  /** Returns the plural with its group. */
  public GroupResource resource() {
    return new GroupResource(type.group(), plural);
  }

  /** Returns the part of a list's query that selects objects by name; empty if all are meant. */
  public Map<String, String> selector() {
    int slash = plural.indexOf('/');
    return slash < 0
        ? Map.of()
        : Map.of("fieldSelector", "metadata.name=" + plural.substring(slash + 1));
  }

  /** Returns the URL's path of the list, in one namespace where that makes sense. */
  public String path(Optional<String> namespace) {
    String root = type.group().isEmpty() ? "/api/" : "/apis/";
    String in = namespaced ? namespace.map(n -> "/namespaces/" + n).orElse("") : "";
    int slash = plural.indexOf('/');
    return root + type.apiVersion() + in + "/" + (slash < 0 ? plural : plural.substring(0, slash));
  }
}
