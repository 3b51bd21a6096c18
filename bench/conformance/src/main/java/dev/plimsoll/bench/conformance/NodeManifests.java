package dev.plimsoll.bench.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Draw;
import dev.plimsoll.kube.conform.Json;
import java.util.List;

/** Made-up nodes. */
final class NodeManifests {
  static final String ZONE = "topology.kubernetes.io/zone";
  static final String HOSTNAME = "kubernetes.io/hostname";
  static final String PRODUCT = "nvidia.com/gpu.product";

  private final Draw draw;
  private final boolean small;

  /**
   * Makes them.
   *
   * @param small whether they are, so that few pods fill them
   */
  NodeManifests(Draw draw, boolean small) {
    this.draw = draw;
    this.small = small;
  }

  /** Returns a node. */
  JsonObject node(String name) {
    JsonObject node = Json.manifest("v1", "Node", name);
    JsonObject labels = Json.object(HOSTNAME, name);
    if (draw.percent(90)) {
      labels.addProperty(ZONE, draw.of("za", "zb", "zc"));
    }
    boolean gpu = draw.percent(60);
    labels.addProperty("pool", gpu ? "gpu" : "cpu");
    if (gpu) {
      labels.addProperty(PRODUCT, draw.of("A100", "H100", "T4"));
    }
    if (draw.percent(30)) {
      labels.addProperty("rank", draw.of("1", "5", "20", "x"));
    }
    node.getAsJsonObject("metadata").add("labels", labels);
    node.add("spec", spec());
    JsonObject amounts = amounts(gpu);
    JsonObject status =
        Json.object(
            "capacity",
            amounts,
            "allocatable",
            amounts,
            "conditions",
            Json.array(Json.object("type", "Ready", "status", "True", "reason", "KubeletReady")));
    if (draw.percent(50)) {
      status.add("declaredFeatures", Json.array("RestartAllContainersOnContainerExits"));
    }
    node.add("status", status);
    return node;
  }

  private JsonObject amounts(boolean gpu) {
    JsonObject amounts =
        Json.object(
            "cpu",
            small ? draw.of("2", "3", "4") : draw.of("4", "3920m", "8", "16", "64"),
            "memory",
            small ? "8Gi" : draw.of("16Gi", "30Gi", "64Gi", "31457280Ki"),
            "pods",
            draw.percent(85) ? "110" : draw.of("2", "3", "4"),
            "ephemeral-storage",
            "100Gi");
    if (gpu) {
      amounts.addProperty("nvidia.com/gpu", draw.of("1", "2", "4", "8"));
    }
    if (draw.percent(20)) {
      amounts.addProperty("hugepages-2Mi", "64Mi");
    }
    return amounts;
  }

  private JsonObject spec() {
    JsonObject spec = new JsonObject();
    JsonArray taints = new JsonArray();
    for (JsonObject taint : draw.some(taints(), 0, draw.percent(60) ? 0 : 2)) {
      taints.add(taint);
    }
    if (!taints.isEmpty()) {
      spec.add("taints", taints);
    }
    if (draw.percent(6)) {
      spec.addProperty("unschedulable", true);
    }
    return spec;
  }

  private List<JsonObject> taints() {
    return List.of(
        Json.object("key", "nvidia.com/gpu", "value", "present", "effect", "NoSchedule"),
        Json.object("key", "dedicated", "value", draw.of("team-a", "7"), "effect", "NoSchedule"),
        Json.object("key", "maintenance", "effect", draw.of("NoExecute", "PreferNoSchedule")));
  }
}
