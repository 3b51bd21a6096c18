package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;

/** Made-up pods of any shape for admission. Many are denied. */
final class PodManifests {
  private static final List<String> EXTENDED =
      List.of("nvidia.com/gpu", "example.com/widget", "hugepages-2Mi");

  private final Draw draw;
  private final boolean odd;

  /**
   * Makes them.
   *
   * @param odd whether some amounts are spelled oddly
   */
  PodManifests(Draw draw, boolean odd) {
    this.draw = draw;
    this.odd = odd;
  }

  /** Returns a pod. */
  JsonObject pod(String namespace, String name) {
    JsonObject pod = Json.manifest("v1", "Pod", namespace, name);
    if (draw.percent(20)) {
      Json.child(pod, "metadata").add("labels", Json.object("app", draw.of("train", "serve")));
    }
    pod.add("spec", spec());
    return pod;
  }

  /** Returns a small pod that each scope of a quota selects or not, with even chances. */
  JsonObject scopedPod(String namespace, String name) {
    JsonObject spec = Json.object("terminationGracePeriodSeconds", 0);
    JsonObject container = Json.object("name", "c0", "image", "registry.example/app:1");
    if (draw.percent(50)) {
      container.add(
          "resources", Json.object(draw.of("requests", "limits"), Json.object("cpu", "1m")));
    }
    spec.add("containers", Json.array(container));
    if (draw.percent(50)) {
      spec.addProperty("activeDeadlineSeconds", draw.between(1, 600));
    }
    if (draw.percent(50)) {
      spec.addProperty("priorityClassName", draw.of("low", "medium", "high"));
    }
    if (draw.percent(50)) {
      spec.add("affinity", crossNamespaceAffinity());
    }
    JsonObject pod = Json.manifest("v1", "Pod", namespace, name);
    pod.add("spec", spec);
    return pod;
  }

  /** Returns the spec of a pod, as templates have it too. */
  JsonObject spec() {
    JsonObject spec = new JsonObject();
    spec.add("containers", containers("c", draw.between(1, 3), false));
    spec.addProperty("terminationGracePeriodSeconds", 0);
    if (draw.percent(30)) {
      spec.add("initContainers", containers("i", draw.between(1, 3), true));
    }
    if (draw.percent(25)) {
      spec.addProperty("priorityClassName", draw.of("low", "medium", "high"));
    }
    if (draw.percent(12)) {
      spec.addProperty("runtimeClassName", draw.of("kata", "gvisor"));
    }
    if (draw.percent(15)) {
      spec.addProperty("activeDeadlineSeconds", draw.between(10, 600));
    }
    if (draw.percent(15)) {
      spec.add("resources", podLevel());
    }
    if (draw.percent(10)) {
      spec.add("affinity", crossNamespaceAffinity());
    }
    return spec;
  }

  private JsonArray containers(String prefix, int count, boolean init) {
    JsonArray containers = new JsonArray();
    for (int i = 0; i < count; i++) {
      JsonObject container = Json.object("name", prefix + i, "image", "registry.example/app:1");
      if (draw.percent(85)) {
        container.add("resources", resources());
      }
      if (init && draw.percent(40)) {
        container.addProperty("restartPolicy", "Always");
      }
      containers.add(container);
    }
    return containers;
  }

  /** Returns requests and limits of a container. */
  JsonObject resources() {
    JsonObject requests = DrawnAmounts.list(DrawnAmounts.names(draw), draw);
    JsonObject limits =
        draw.percent(60) ? DrawnAmounts.list(DrawnAmounts.names(draw), draw) : new JsonObject();
    if (draw.percent(35)) {
      String extended = draw.of(EXTENDED);
      String amount = DrawnAmounts.of(extended, draw);
      limits.addProperty(extended, amount);
      if (draw.percent(60)) {
        requests.addProperty(extended, draw.percent(85) ? amount : DrawnAmounts.of(extended, draw));
      }
    }
    if (odd && draw.percent(40)) {
      (draw.percent(50) ? requests : limits)
          .addProperty(draw.of("cpu", "memory", "nvidia.com/gpu"), DrawnAmounts.odd(draw));
    }
    return withoutEmpty(requests, limits);
  }

  private JsonObject podLevel() {
    List<String> names = List.of("cpu", "memory");
    JsonObject requests = DrawnAmounts.list(draw.some(names, 0, 2), draw);
    JsonObject limits = DrawnAmounts.list(draw.some(names, 0, 2), draw);
    return withoutEmpty(requests, limits);
  }

  private static JsonObject withoutEmpty(JsonObject requests, JsonObject limits) {
    JsonObject resources = new JsonObject();
    if (!requests.isEmpty()) {
      resources.add("requests", requests);
    }
    if (!limits.isEmpty()) {
      resources.add("limits", limits);
    }
    return resources;
  }

  private JsonObject crossNamespaceAffinity() {
    JsonObject term =
        Json.object(
            "topologyKey",
            "kubernetes.io/hostname",
            "labelSelector",
            Json.object("matchLabels", Json.object("app", "train")));
    if (draw.percent(50)) {
      term.add("namespaces", Json.array("default"));
    } else if (draw.percent(50)) {
      term.add("namespaceSelector", new JsonObject());
    }
    Object terms =
        draw.percent(60)
            ? Json.object("requiredDuringSchedulingIgnoredDuringExecution", Json.array(term))
            : Json.object(
                "preferredDuringSchedulingIgnoredDuringExecution",
                Json.array(Json.object("weight", 1, "podAffinityTerm", term)));
    return Json.object(draw.of("podAffinity", "podAntiAffinity"), terms);
  }
}
