package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import dev.plimsoll.testkit.api.ResourceTypes;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.List;
import java.util.Optional;

/** The paths that tell what is served, and whether the server is well. */
record DiscoveryDocuments(ResourceTypes types) {
  private static final String VERSION =
      """
      {"major": "1", "minor": "36", "emulationMajor": "1", "emulationMinor": "36",
       "minCompatibilityMajor": "1", "minCompatibilityMinor": "35",
       "gitVersion": "v1.36.2", "gitCommit": "0000000000000000000000000000000000000000",
       "gitTreeState": "clean", "buildDate": "1970-01-01T00:00:00Z", "goVersion": "go1.26.10",
       "compiler": "gc", "platform": "linux/amd64"}""";
  private static final List<String> VERBS =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

  Optional<ApiResponse> answer(String asked) {
    String path = asked.length() > 1 ? asked.replaceFirst("/$", "") : asked;
    return switch (path) {
      case "/version" -> Optional.of(ApiResponse.json(200, JsonPaths.parse(VERSION)));
      case "/readyz", "/livez", "/healthz" -> Optional.of(new ApiResponse.Text(200, "ok"));
      case "/api" -> Optional.of(ApiResponse.json(200, coreVersions()));
      case "/apis" -> Optional.of(ApiResponse.json(200, groups()));
      default -> resources(path);
    };
  }

  private static JsonObject coreVersions() {
    JsonObject versions = new JsonObject();
    versions.addProperty("kind", "APIVersions");
    versions.add("versions", JsonPaths.array(List.of("v1")));
    versions.add("serverAddressByClientCIDRs", new JsonArray());
    return versions;
  }

  private JsonObject groups() {
    JsonObject list = new JsonObject();
    list.addProperty("kind", "APIGroupList");
    list.addProperty("apiVersion", "v1");
    JsonArray groups = new JsonArray();
    types.all().stream()
        .map(ResourceType::group)
        .filter(group -> !group.isEmpty())
        .distinct()
        .forEach(group -> groups.add(group(group)));
    list.add("groups", groups);
    return list;
  }

  private JsonObject group(String name) {
    JsonArray versions = new JsonArray();
    types.all().stream()
        .filter(type -> type.group().equals(name))
        .map(ResourceType::version)
        .distinct()
        .forEach(version -> versions.add(version(name, version)));
    JsonObject group = new JsonObject();
    group.addProperty("name", name);
    group.add("versions", versions);
    group.add("preferredVersion", versions.get(0));
    return group;
  }

  private static JsonObject version(String group, String version) {
    JsonObject json = new JsonObject();
    json.addProperty("groupVersion", group + "/" + version);
    json.addProperty("version", version);
    return json;
  }

  private Optional<ApiResponse> resources(String path) {
    String groupVersion = path.replaceFirst("^/apis?/", "");
    List<ResourceType> served =
        types.all().stream().filter(type -> type.apiVersion().equals(groupVersion)).toList();
    String root = groupVersion.contains("/") ? "/apis/" : "/api/";
    if (served.isEmpty() || !path.equals(root + groupVersion)) {
      return Optional.empty();
    }
    JsonArray resources = new JsonArray();
    for (ResourceType type : served) {
      resources.add(resource(type, "", type.has(Trait.REVIEW) ? List.of("create") : VERBS));
      if (type.has(Trait.STATUS)) {
        resources.add(resource(type, "/status", List.of("get", "patch", "update")));
      }
    }
    JsonObject list = new JsonObject();
    list.addProperty("kind", "APIResourceList");
    list.addProperty("apiVersion", "v1");
    list.addProperty("groupVersion", groupVersion);
    list.add("resources", resources);
    return Optional.of(ApiResponse.json(200, list));
  }

  private static JsonObject resource(ResourceType type, String subresource, List<String> verbs) {
    JsonObject json = new JsonObject();
    json.addProperty("name", type.plural() + subresource);
    json.addProperty("singularName", subresource.isEmpty() ? type.singular() : "");
    json.addProperty("namespaced", type.namespaced());
    json.addProperty("kind", type.kind());
    json.add("verbs", JsonPaths.array(verbs));
    return json;
  }
}
