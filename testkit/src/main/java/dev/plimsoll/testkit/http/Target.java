package dev.plimsoll.testkit.http;

import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceTypes;
import java.util.List;
import java.util.Optional;

/** The object or resource that a path names. Absent parts are "". */
public record Target(ResourceType type, String namespace, String name, String subresource) {
  /** Reads {@code /api/v1/…} and {@code /apis/group/version/…}; nothing for other paths. */
  public static Optional<Target> parse(ResourceTypes types, String path) {
    List<String> parts = List.of(path.split("/"));
    if (parts.size() > 3 && parts.get(1).equals("api")) {
      return resource(types, "", parts.get(2), parts.subList(3, parts.size()));
    }
    if (parts.size() > 4 && parts.get(1).equals("apis")) {
      return resource(types, parts.get(2), parts.get(3), parts.subList(4, parts.size()));
    }
    return Optional.empty();
  }

  private static Optional<Target> resource(
      ResourceTypes types, String group, String version, List<String> parts) {
    boolean inNamespace =
        parts.size() > 2
            && parts.get(0).equals("namespaces")
            && !List.of("status", "finalize").contains(parts.get(2));
    String namespace = inNamespace ? parts.get(1) : "";
    List<String> rest = inNamespace ? parts.subList(2, parts.size()) : parts;
    String name = rest.size() > 1 ? rest.get(1) : "";
    String subresource = rest.size() > 2 ? String.join("/", rest.subList(2, rest.size())) : "";
    return types
        .find(group, version, rest.get(0))
        .filter(type -> type.namespaced() ? inNamespace || name.isEmpty() : !inNamespace)
        .map(type -> new Target(type, namespace, name, subresource));
  }

  /** As rules name it: {@code pods}, {@code pods/binding}. */
  public String resource() {
    return subresource.isEmpty() ? type.plural() : type.plural() + "/" + subresource;
  }
}
