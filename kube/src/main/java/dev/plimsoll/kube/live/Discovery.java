package dev.plimsoll.kube.live;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The resources that the API serves. Empty if discovery is forbidden. */
public final class Discovery {
  private static final String GROUPS = "/apis";

  private final Connection connection;
  private final Map<String, List<ApiResource>> resources = new HashMap<>();
  private final Map<String, List<String>> versions = new HashMap<>();

  /**
   * Asks what is served.
   *
   * @throws UnreachableException if there is no answer, or the server says that it is out of order
   */
  public Discovery(Connection connection) {
    this.connection = connection;
    versions.put("", List.of("v1"));
    for (JsonTree group : document(GROUPS).objects("groups")) {
      List<String> served = new ArrayList<>();
      if (group.has("preferredVersion")) {
        served.add(group.object("preferredVersion").text("version"));
      }
      group.objects("versions").forEach(v -> served.add(v.text("version")));
      versions.put(group.text("name"), served.stream().distinct().toList());
    }
  }

  /** Returns the resource in the best version that is served. */
  public Optional<ApiResource> served(SnapshotResource snapshotResource) {
    GroupVersionKind type = snapshotResource.resource().type();
    if (versions.size() == 1) {
      return Optional.of(snapshotResource.resource());
    }
    List<String> served = versions.getOrDefault(type.group(), List.of());
    List<String> possible =
        Stream.concat(Stream.of(type.version()), snapshotResource.otherVersions().stream())
            .filter(served::contains)
            .toList();
    return possible.stream()
        .filter(v -> served.size() == 1 || mayServe(v, snapshotResource.resource()))
        .findFirst()
        .map(v -> new GroupVersionKind(type.group(), v, type.kind()))
        .map(
            t ->
                new ApiResource(
                    t,
                    snapshotResource.resource().plural(),
                    snapshotResource.resource().namespaced()));
  }

  /**
   * Returns the versions in which a resource is served, if it is served in none that is known. Its
   * objects exist, and can't be read.
   */
  public List<String> unknownVersions(SnapshotResource snapshotResource) {
    ApiResource resource = snapshotResource.resource();
    return served(snapshotResource).isPresent()
        ? List.of()
        : versions.getOrDefault(resource.type().group(), List.of()).stream()
            .filter(v -> !v.equals(resource.type().version()))
            .filter(v -> !snapshotResource.otherVersions().contains(v))
            .filter(
                v ->
                    in(resource.type().group(), v, r -> r.plural().equals(resource.plural()))
                        .isPresent())
            .toList();
  }

  /** A group may serve a resource in some of its versions only. */
  private boolean mayServe(String version, ApiResource resource) {
    String group = resource.type().group();
    return in(group, version, r -> true).isEmpty()
        || in(group, version, r -> r.plural().equals(resource.plural())).isPresent();
  }

  /** Returns the resource of a kind. */
  public Optional<ApiResource> find(GroupVersionKind type) {
    Optional<ApiResource> exactly =
        in(type.group(), type.version(), r -> r.type().kind().equals(type.kind()));
    return exactly.isPresent()
        ? exactly
        : inAnyVersion(type.group(), r -> r.type().kind().equals(type.kind()));
  }

  /** Returns the resource with a plural. */
  public Optional<ApiResource> find(GroupResource resource) {
    return inAnyVersion(resource.group(), r -> r.plural().equals(resource.resource()));
  }

  /**
   * Returns the custom kinds that a user may mean, each in the best version that is served.
   *
   * @param name the plural or the kind, in lower case; the group may follow, after a dot
   */
  public List<ApiResource> custom(String name) {
    int dot = name.indexOf('.');
    String word = dot < 0 ? name : name.substring(0, dot);
    return versions.keySet().stream()
        .filter(g -> new GroupResource(g, word).isCustom())
        .filter(g -> dot < 0 || g.equals(name.substring(dot + 1)))
        .sorted()
        .flatMap(g -> inAnyVersion(g, r -> r.plural().equals(word) || isKind(r, word)).stream())
        .toList();
  }

  private static boolean isKind(ApiResource resource, String word) {
    return resource.type().kind().toLowerCase(Locale.ROOT).equals(word);
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
    for (JsonTree resource : document(path).objects("resources")) {
      if (resource.get("verbs") instanceof List<?> verbs
          && verbs.contains("list")
          && !resource.text("name").contains("/")) {
        listable.add(
            new ApiResource(
                new GroupVersionKind(group, version, resource.text("kind")),
                resource.text("name"),
                resource.get("namespaced").equals(true)));
      }
    }
    return listable;
  }

  private JsonTree document(String path) {
    try {
      return connection.get(
          path, Map.of(), Connection.JSON, JsonPruning.NONE, JsonTreeReader::object);
    } catch (StatusException e) {
      if (path.equals(GROUPS) && StatusException.isOutage(e.code())) {
        throw connection.errors().status(path, e);
      }
      return new JsonTree();
    }
  }
}
