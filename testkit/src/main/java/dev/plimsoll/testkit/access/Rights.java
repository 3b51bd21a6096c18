package dev.plimsoll.testkit.access;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rights as texts: a verb and a resource with its group, such as {@code list apps/deployments}. */
public final class Rights {
  private static final String OF_EVERYBODY = "selfsubjectaccessreviews";

  private Rights() {}

  /** Returns the rights that roles allow; documents without rules allow nothing. */
  public static Set<String> allowed(Collection<JsonObject> documents) {
    Set<String> allowed = new TreeSet<>();
    for (JsonObject document : documents) {
      if (document.has("rules")) {
        document.getAsJsonArray("rules").forEach(r -> add(allowed, r.getAsJsonObject()));
      }
    }
    return allowed;
  }

  private static void add(Set<String> allowed, JsonObject rule) {
    for (String group : texts(rule, "apiGroups")) {
      for (String resource : texts(rule, "resources")) {
        for (String verb : texts(rule, "verbs")) {
          allowed.add(verb + " " + (group.isEmpty() ? resource : group + "/" + resource));
        }
      }
    }
  }

  private static List<String> texts(JsonObject rule, String field) {
    return rule.getAsJsonArray(field).asList().stream().map(JsonElement::getAsString).toList();
  }

  /**
   * Returns the rights that calls of an API server take. Everybody may discover what is served, and
   * ask for the own rights: the roles {@code system:discovery} and {@code system:basic-user}.
   */
  public static Set<String> asked(Collection<String> calls) {
    return calls.stream()
        .map(Rights::of)
        .flatMap(Optional::stream)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Optional<String> of(String call) {
    String[] parts = call.split("[ ?]", 3);
    String[] path = parts[1].substring(1).split("/");
    int first = path[0].equals("api") ? 2 : 3;
    if (path.length <= first || path[0].equals("openapi") || path[first].equals(OF_EVERYBODY)) {
      return Optional.empty();
    }
    if (path[first].equals("namespaces") && path.length > first + 2) {
      first += 2;
    }
    String group = path[0].equals("api") ? "" : path[1] + "/";
    String resource = path.length > first + 2 ? path[first] + "/" + path[first + 2] : path[first];
    return Optional.of(verb(parts, path.length > first + 1) + " " + group + resource);
  }

  private static String verb(String[] call, boolean isNamed) {
    return switch (call[0]) {
      case "POST" -> "create";
      case "PATCH" -> "patch";
      case "DELETE" -> "delete";
      case "PUT" -> "update";
      default ->
          call.length == 3 && call[2].contains("watch=true") ? "watch" : isNamed ? "get" : "list";
    };
  }
}
