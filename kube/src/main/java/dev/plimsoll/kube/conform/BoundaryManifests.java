package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * A made-up limit range, and pods whose amounts are below, at and above its bounds. All bounds are
 * 1,000 units of a resource.
 */
final class BoundaryManifests {
  private static final long UNITS = 1000;

  private final Draw draw;
  private final String namespace;
  private final String resource;
  private final long ratio;

  BoundaryManifests(Draw draw, String namespace) {
    this.draw = draw;
    this.namespace = namespace;
    this.resource = draw.of("cpu", "memory", "ephemeral-storage");
    this.ratio = draw.between(1, 3);
  }

  /** Returns a limit range for containers, for pods, or for both. */
  JsonObject limitRange(String name) {
    List<Object> items = new ArrayList<>();
    for (String type : draw.some(List.of("Container", "Pod"), 1, 2)) {
      JsonObject item = Json.object("type", type);
      for (String rule : draw.some(List.of("min", "max", "maxLimitRequestRatio"), 1, 2)) {
        boolean isRatio = rule.equals("maxLimitRequestRatio");
        item.add(rule, Json.object(resource, isRatio ? Long.toString(ratio) : amount(UNITS)));
      }
      items.add(item);
    }
    JsonObject limitRange = Json.manifest("v1", "LimitRange", namespace, name);
    limitRange.add("spec", Json.object("limits", Json.array(items.toArray())));
    return limitRange;
  }

  /** Returns a pod whose amounts are near the bounds. */
  JsonObject pod(String name) {
    JsonObject spec = Json.object("containers", containers("c", draw.between(1, 2), false));
    if (draw.percent(60)) {
      spec.add("initContainers", containers("i", draw.between(1, 3), true));
    }
    spec.addProperty("terminationGracePeriodSeconds", 0);
    JsonObject pod = Json.manifest("v1", "Pod", namespace, name);
    pod.add("spec", spec);
    return pod;
  }

  private JsonArray containers(String prefix, int count, boolean init) {
    JsonArray containers = new JsonArray();
    for (int i = 0; i < count; i++) {
      long request = draw.of(List.of(UNITS / 2, UNITS - 1, UNITS, UNITS + 1));
      long limit = Math.max(request, request * ratio + draw.of(List.of(-1L, 0L, 0L, 1L)));
      JsonObject container =
          Json.object(
              "name",
              prefix + i,
              "image",
              "registry.example/app:1",
              "resources",
              Json.object(
                  "requests",
                  Json.object(resource, amount(request)),
                  "limits",
                  Json.object(resource, amount(limit))));
      if (init && draw.percent(30)) {
        container.addProperty("restartPolicy", "Always");
      }
      containers.add(container);
    }
    return containers;
  }

  /** Returns an amount. A unit is a thousandth of a CPU, or a mebibyte. */
  private String amount(long units) {
    return units + (resource.equals("cpu") ? "m" : "Mi");
  }
}
