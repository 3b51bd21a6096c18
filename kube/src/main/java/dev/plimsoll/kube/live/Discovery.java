package dev.plimsoll.kube.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.GroupVersionKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What the API serves. Where it may not be asked, nothing is found. */
final class Discovery {
  private final Connection connection;
  private final Map<String, List<ApiResource>> resources = new HashMap<>();
  private final Map<String, List<String>> versions = new HashMap<>();

  Discovery(Connection connection) {
    this.connection = connection;
    versions.put("", List.of("v1"));
    for (JsonObject group : objects(document("/apis"), "groups")) {
      List<String> served = new ArrayList<>();
      if (group.get("preferredVersion") instanceof JsonObject preferred) {
        served.add(text(preferred, "version"));
      }
      objects(group, "versions").forEach(v -> served.add(text(v, "version")));
      versions.put(text(group, "name"), served.stream().distinct().toList());
    }
  }

  /** Returns the resource in the best version that is served. */
  Optional<ApiResource> served(SnapshotResource snapshotResource) {
    GroupVersionKind type = snapshotResource.resource().type();
    if (versions.size() == 1) {
      return Optional.of(snapshotResource.resource());
    }
    List<String> served = versions.getOrDefault(type.group(), List.of());
    if (served.contains(type.version())) {
      return Optional.of(snapshotResource.resource());
    }
    return snapshotResource.otherVersions().stream()
        .filter(served::contains)
        .findFirst()
        .map(v -> new GroupVersionKind(type.group(), v, type.kind()))
        .map(
            t ->
                new ApiResource(
                    t,
                    snapshotResource.resource().plural(),
                    snapshotResource.resource().namespaced()));
  }

  /** Returns the resource of a kind. */
  Optional<ApiResource> find(GroupVersionKind type) {
    Optional<ApiResource> exactly =
        in(type.group(), type.version(), r -> r.type().kind().equals(type.kind()));
    return exactly.isPresent()
        ? exactly
        : inAnyVersion(type.group(), r -> r.type().kind().equals(type.kind()));
  }

  /** Returns the resource with a plural. */
  Optional<ApiResource> find(GroupResource resource) {
    return inAnyVersion(resource.group(), r -> r.plural().equals(resource.resource()));
  }

  private Optional<ApiResource> inAnyVersion(String group, Predicate<ApiResource> which) {
    return versions.getOrDefault(group, List.of()).stream()
        .flatMap(v -> in(group, v, which).stream())
        .findFirst();
  }

  private Optional<ApiResource> in(String group, String version, Predicate<ApiResource> which) {
    String path = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    return resources.computeIfAbsent(path, p -> resources(p, group, version)).stream()
        .filter(which)
        .findFirst();
  }

  private List<ApiResource> resources(String path, String group, String version) {
    List<ApiResource> listable = new ArrayList<>();
    for (JsonObject resource : objects(document(path), "resources")) {
      if (resource.get("verbs") instanceof JsonArray verbs
          && verbs.contains(new JsonPrimitive("list"))
          && !text(resource, "name").contains("/")) {
        boolean namespaced =
            resource.get("namespaced") instanceof JsonPrimitive flag && flag.getAsBoolean();
        listable.add(
            new ApiResource(
                new GroupVersionKind(group, version, text(resource, "kind")),
                text(resource, "name"),
                namespaced));
      }
    }
    return listable;
  }

  private JsonObject document(String path) {
    try {
      return connection.get(
          path,
          Map.of(),
          Connection.JSON,
          reader ->
              JsonParser.parseReader(reader) instanceof JsonObject object
                  ? object
                  : new JsonObject());
    } catch (StatusException e) {
      return new JsonObject();
    }
  }

  private static List<JsonObject> objects(JsonObject parent, String field) {
    return parent.get(field) instanceof JsonArray array
        ? array.asList().stream()
            .filter(JsonObject.class::isInstance)
            .map(JsonElement::getAsJsonObject)
            .toList()
        : List.of();
  }

  private static String text(JsonObject object, String field) {
    return object.get(field) instanceof JsonPrimitive value ? value.getAsString() : "";
  }
}
