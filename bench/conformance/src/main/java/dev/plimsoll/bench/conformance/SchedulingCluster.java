package dev.plimsoll.bench.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Draw;
import dev.plimsoll.kube.conform.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * A made-up cluster and the pods that are to be scheduled there.
 *
 * @param objects what is there besides, but for classes
 * @param nodes the nodes
 * @param bound the pods on them
 * @param pending the pods to schedule, one after the other
 */
record SchedulingCluster(
    List<JsonObject> objects,
    List<JsonObject> nodes,
    List<JsonObject> bound,
    List<JsonObject> pending) {
  /** What clusters are about, in turn. */
  static final List<String> FAMILIES =
      List.of(
          "resources",
          "taints",
          "affinity",
          "spread",
          "ports",
          "preemption",
          "budgets",
          "gates",
          "volumes",
          "mixed");

  private static final int DAYS = 28;

  /** Makes one of a family. */
  static SchedulingCluster of(String family, Draw draw) {
    boolean evicts = family.equals("preemption") || family.equals("budgets");
    List<JsonObject> nodes = new ArrayList<>();
    NodeManifests nodeManifests = new NodeManifests(draw, evicts);
    for (int i = 0; i < draw.between(1, 6); i++) {
      nodes.add(nodeManifests.node("n" + i));
    }
    SchedulablePods pods = new SchedulablePods(draw, family);
    VolumeManifests volumes = new VolumeManifests(draw);
    boolean withVolumes = family.equals("volumes");
    List<JsonObject> bound = new ArrayList<>();
    for (int i = 0; i < nodes.size() * (evicts ? 3 : 2); i++) {
      JsonObject pod = pods.pod("b" + i, evicts ? draw.of("low", "medium", "") : "");
      JsonObject spec = Json.child(pod, "spec");
      spec.remove("schedulingGates");
      if (withVolumes) {
        volumes.addTo(pod);
      }
      spec.addProperty("nodeName", "n" + i % nodes.size());
      if (evicts) {
        pod.add("status", Json.object("phase", "Running", "startTime", started(i)));
      }
      bound.add(pod);
    }
    List<JsonObject> pending = new ArrayList<>();
    // One that waits for its victims would look for others if a more important one took its node.
    String priorityClass = evicts ? draw.of("high", "high", "medium") : "";
    for (int i = 0; i < draw.between(3, 7); i++) {
      JsonObject pod = pods.pod("p" + i, priorityClass);
      if (withVolumes) {
        volumes.addTo(pod);
      }
      pending.add(pod);
    }
    List<JsonObject> objects =
        withVolumes ? volumes.objects(nodes) : family.equals("budgets") ? budgets(draw) : List.of();
    return new SchedulingCluster(new ArrayList<>(objects), nodes, bound, pending);
  }

  /** No two pods start at once, so that there is one right answer. */
  private static String started(int index) {
    return "2026-01-%02dT0%d:00:00Z".formatted(1 + index * 11 % DAYS, index / DAYS);
  }

  private static List<JsonObject> budgets(Draw draw) {
    List<JsonObject> budgets = new ArrayList<>();
    for (int i = 0; i < draw.between(1, 3); i++) {
      JsonObject budget =
          Json.manifest("policy/v1", "PodDisruptionBudget", draw.of("default", "team-b"), "g" + i);
      JsonObject selector =
          draw.percent(15)
              ? new JsonObject()
              : Json.object("matchLabels", Json.object("app", draw.of("train", "serve")));
      budget.add("spec", Json.object("minAvailable", 1, "selector", selector));
      int allowed = draw.of(0, 0, 1, 2);
      JsonObject status =
          Json.object(
              "disruptionsAllowed",
              allowed,
              "currentHealthy",
              1 + allowed,
              "desiredHealthy",
              1,
              "expectedPods",
              2);
      if (draw.percent(25)) {
        status.add("disruptedPods", Json.object("b" + draw.between(0, 4), "2026-03-01T00:00:00Z"));
      }
      budget.add("status", status);
      budgets.add(budget);
    }
    return budgets;
  }

  /** Returns the namespaces that are there, with their labels. */
  static JsonArray namespaces() {
    JsonArray namespaces = new JsonArray();
    for (String name : List.of("default", "team-b")) {
      namespaces.add(
          Json.object(
              "metadata",
              Json.object(
                  "name", name, "labels", Json.object("kubernetes.io/metadata.name", name))));
    }
    return namespaces;
  }
}
