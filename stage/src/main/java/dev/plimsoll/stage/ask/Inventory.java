package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The paths of all objects of a cluster, of each kind that it serves.
 *
 * @param paths the path of each object in the API
 */
public record Inventory(Set<String> paths) {
  /** Made by controllers for others, or by nature short-lived. */
  private static final Set<String> PASSING =
      Set.of(
          "events",
          "endpoints",
          "endpointslices",
          "pods",
          "replicasets",
          "jobs",
          "componentstatuses",
          "apiservices");

  /** The objects that Kubernetes' controllers create in each new namespace. */
  private static final Set<String> OF_EVERY_NAMESPACE =
      Set.of(
          "configmaps/kube-root-ca.crt",
          "configmaps/openshift-service-ca.crt",
          "serviceaccounts/default");

  public Inventory {
    paths = Set.copyOf(paths);
  }

  /** Lists everything. */
  public static Inventory of(AdminApi api) throws IOException {
    List<String> groups = new ArrayList<>(List.of("/api/v1"));
    for (JsonObject group : JsonPaths.objects(api.get("/apis"), "groups")) {
      groups.add("/apis/" + JsonPaths.text(group, "preferredVersion", "groupVersion"));
    }
    Set<String> paths = new TreeSet<>();
    for (String group : groups) {
      // A group may go with its last definition.
      JsonObject all = api.exchange("GET", group, "application/json", "").body();
      for (JsonObject resource : JsonPaths.objects(all, "resources")) {
        String name = JsonPaths.text(resource, "name");
        List<String> verbs = JsonPaths.strings(resource, "verbs");
        if (verbs.contains("list") && verbs.contains("delete") && !PASSING.contains(name)) {
          JsonObject list = api.exchange("GET", group + "/" + name, "application/json", "").body();
          for (JsonObject each : JsonPaths.objects(list, "items")) {
            if (!OF_EVERY_NAMESPACE.contains(
                name + "/" + JsonPaths.text(each, "metadata", "name"))) {
              paths.add(path(group, name, each));
            }
          }
        }
      }
    }
    return new Inventory(paths);
  }

  private static String path(String group, String resource, JsonObject object) {
    String namespace = JsonPaths.text(object, "metadata", "namespace");
    return group
        + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
        + "/"
        + resource
        + "/"
        + JsonPaths.text(object, "metadata", "name");
  }

  /** Returns the paths that this inventory has and another lacks. */
  public Set<String> without(Inventory other) {
    Set<String> rest = new TreeSet<>(paths);
    rest.removeAll(other.paths);
    return rest;
  }
}
