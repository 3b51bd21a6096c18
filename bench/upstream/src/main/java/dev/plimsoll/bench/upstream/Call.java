package dev.plimsoll.bench.upstream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A recorded call.
 *
 * @param version the version of the source tree
 * @param json the line that a seam wrote
 */
record Call(KubernetesVersion version, JsonObject json) {

  /** Returns the name of the called function. */
  String name() {
    return text("call");
  }

  String text(String key) {
    return json.get(key).getAsString();
  }

  boolean has(String key) {
    return json.has(key) && !json.get(key).isJsonNull();
  }

  /** Returns a list of texts; empty where the key is absent. */
  List<String> texts(String key) {
    return has(key)
        ? json.getAsJsonArray(key).asList().stream().map(JsonElement::getAsString).toList()
        : List.of();
  }

  /** Returns an object of the API. */
  <T extends ApiObject> T object(String key, Class<T> type, GroupVersionKind kind) {
    return type.cast(ObjectReader.read(JsonTree.of(named(json.getAsJsonObject(key))), kind));
  }

  /** Returns a list of objects of the API; empty where the key is absent. */
  List<ApiObject> objects(String key, GroupVersionKind kind) {
    List<ApiObject> objects = new ArrayList<>();
    if (has(key)) {
      for (JsonElement each : json.getAsJsonArray(key)) {
        objects.add(ObjectReader.read(JsonTree.of(named(each.getAsJsonObject())), kind));
      }
    }
    return objects;
  }

  /** Returns an object whose name an API server takes; unit tests also use names in capitals. */
  static JsonObject named(JsonObject object) {
    JsonObject copy = object.deepCopy();
    JsonObject metadata = copy.getAsJsonObject("metadata");
    String name = metadata.has("name") ? metadata.get("name").getAsString() : "unnamed";
    metadata.addProperty("name", name.toLowerCase(Locale.ROOT));
    return copy;
  }

  /**
   * Returns the control plane with the feature gates of the call.
   *
   * @throws IllegalArgumentException if the model can't set one of them in this version
   */
  KubernetesControlPlane controlPlane() {
    KubernetesControlPlane plane =
        KubernetesControlPlane.of(version, KubernetesControlPlane.Origin.API_SERVER);
    Map<FeatureGate, Boolean> changed = new EnumMap<>(FeatureGate.class);
    if (has("gates")) {
      JsonObject gates = json.getAsJsonObject("gates");
      for (FeatureGate gate : FeatureGate.values()) {
        if (gates.has(gate.toString())
            && gates.get(gate.toString()).getAsBoolean() != plane.enables(gate)) {
          changed.put(gate, gates.get(gate.toString()).getAsBoolean());
        }
      }
    }
    return plane.withFeatureGates(changed);
  }
}
