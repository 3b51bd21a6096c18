package dev.plimsoll.stage.monitor;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** The targets that Prometheus' discovery of pods gives: one for each port of a container. */
final class PodTargets {
  private static final String META = "__meta_kubernetes_pod_";

  private PodTargets() {}

  static JsonArray of(AdminApi api, String namespace) throws IOException {
    JsonArray groups = new JsonArray();
    for (JsonObject pod : api.list("/api/v1/namespaces/" + namespace + "/pods")) {
      Stream.of("initContainers", "containers")
          .flatMap(it -> JsonPaths.objects(pod, "spec", it).stream())
          .forEach(
              container ->
                  JsonPaths.objects(container, "ports")
                      .forEach(port -> groups.add(group(pod, container, port))));
    }
    return groups;
  }

  private static JsonObject group(JsonObject pod, JsonObject container, JsonObject port) {
    JsonObject group = new JsonObject();
    String address =
        JsonPaths.text(pod, "status", "podIP") + ":" + port.get("containerPort").getAsInt();
    group.add("targets", JsonPaths.array(List.of(address)));
    JsonObject labels = JsonPaths.objectAt(group, "labels");
    labels.addProperty("__meta_kubernetes_namespace", JsonPaths.text(pod, "metadata", "namespace"));
    labels.addProperty(META + "name", JsonPaths.text(pod, "metadata", "name"));
    labels.addProperty(META + "phase", JsonPaths.text(pod, "status", "phase"));
    labels.addProperty(META + "container_name", JsonPaths.text(container, "name"));
    labels.addProperty(META + "container_port_name", JsonPaths.text(port, "name"));
    JsonPaths.object(pod, "metadata", "labels")
        .orElseGet(JsonObject::new)
        .entrySet()
        .forEach(
            each ->
                labels.addProperty(
                    ScrapeConfig.label(each.getKey()), each.getValue().getAsString()));
    return group;
  }
}
