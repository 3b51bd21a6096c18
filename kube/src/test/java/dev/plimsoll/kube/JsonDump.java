package dev.plimsoll.kube;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.file.Manifests;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.Simulation;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The objects of a cluster as the API server has them, and the model that is read from them. */
final class JsonDump {
  private final Map<String, JsonObject> objects = new LinkedHashMap<>();

  /** Adds every object in it, wherever it stands. */
  JsonDump add(JsonElement element) {
    if (element instanceof JsonArray list) {
      list.forEach(this::add);
    } else if (element instanceof JsonObject object) {
      if (object.has("kind")
          && object.get("metadata") instanceof JsonObject metadata
          && metadata.has("name")) {
        objects.put(
            key(text(object, "kind"), text(metadata, "namespace"), text(metadata, "name")), object);
      } else {
        object.entrySet().forEach(e -> add(e.getValue()));
      }
    }
    return this;
  }

  Simulation simulation() {
    ClusterBuilder cluster = Cluster.builder(Instant.parse("2026-01-31T12:00:00Z")).complete();
    objects.values().forEach(o -> read(o).forEach(cluster::add));
    return Simulation.of(cluster.build(), AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  Optional<JsonObject> find(String kind, String namespace, String name) {
    return Optional.ofNullable(objects.get(key(kind, namespace, name)));
  }

  static List<ApiObject> read(JsonObject object) {
    byte[] bytes = object.toString().getBytes(StandardCharsets.UTF_8);
    return Manifests.read(new ByteArrayInputStream(bytes), "object");
  }

  private static String key(String kind, String namespace, String name) {
    return kind + " " + namespace + "/" + name;
  }

  private static String text(JsonObject object, String name) {
    return object.has(name) ? object.get(name).getAsString() : "";
  }
}
