package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Changes drawn requests so that a cluster with workloads stays as it is. No scheduler looks at the
 * pods, no load balancer serves the services, no volume fits the claims, and Jobs are suspended.
 * Priority classes and runtime classes are the cluster's own.
 */
final class HarmlessSteps {
  /** The name of a scheduler, a class of load balancers and classes of storage that nobody has. */
  static final String NOBODY = "plimsoll-conform";

  private static final String STORAGE_KEY = ".storageclass.storage.k8s.io/";

  private final Map<String, String> names = new HashMap<>();

  private HarmlessSteps() {}

  /** Returns changes that use the classes of a cluster. */
  static HarmlessSteps in(Cluster cluster) {
    HarmlessSteps steps = new HarmlessSteps();
    List<String> priorities =
        cluster.list(PriorityClass.class).stream()
            .filter(c -> !c.name().startsWith("system-"))
            .sorted(Comparator.comparing(PriorityClass::value))
            .map(PriorityClass::name)
            .toList();
    List<String> runtimes =
        cluster.list(RuntimeClass.class).stream().map(RuntimeClass::name).toList();
    steps.rename(List.of("low", "medium", "high"), priorities);
    steps.rename(List.of("kata", "gvisor"), runtimes);
    return steps;
  }

  private void rename(List<String> drawn, List<String> own) {
    for (int i = 0; i < drawn.size() && !own.isEmpty(); i++) {
      names.put(drawn.get(i), own.get(i % own.size()));
    }
  }

  /** Returns a request that changes nothing outside of its namespace. */
  AdmissionSequence.Step of(AdmissionSequence.Step step) {
    JsonObject object = step.object().deepCopy();
    JsonObject spec = Json.child(object, "spec");
    switch (object.get("kind").getAsString()) {
      case "Pod" -> {
        if (isNew(step)) {
          pod(spec);
        }
      }
      case "Service" -> {
        if (Json.text(spec, "type").equals("LoadBalancer")) {
          spec.addProperty("loadBalancerClass", NOBODY + "/nobody");
        }
      }
      case "PersistentVolumeClaim" -> {
        if (isNew(step)) {
          claim(spec);
        }
      }
      case "ResourceQuota" -> quota(spec);
      case "Job" -> {
        if (isNew(step)) {
          spec.addProperty("suspend", true);
          template(spec);
        }
      }
      default -> template(spec);
    }
    return new AdmissionSequence.Step(step.op(), object);
  }

  private static boolean isNew(AdmissionSequence.Step step) {
    return Set.of("create", "dryrun").contains(step.op());
  }

  private void template(JsonObject spec) {
    if (spec.has("template")) {
      pod(Json.child(Json.child(spec, "template"), "spec"));
    }
  }

  private void pod(JsonObject spec) {
    spec.addProperty("schedulerName", NOBODY);
    for (String field : List.of("priorityClassName", "runtimeClassName")) {
      if (spec.has(field)) {
        spec.addProperty(field, own(Json.text(spec, field)));
      }
    }
  }

  private static void claim(JsonObject spec) {
    String storageClass =
        spec.has("storageClassName") ? Json.text(spec, "storageClassName") : "gold";
    spec.addProperty("storageClassName", storageClass.isEmpty() ? "" : nobodys(storageClass));
    spec.add("selector", Json.object("matchLabels", Json.object(NOBODY, "nobody")));
  }

  private void quota(JsonObject spec) {
    JsonObject hard = Json.child(spec, "hard");
    for (String key : List.copyOf(hard.keySet())) {
      if (key.contains(STORAGE_KEY)) {
        hard.add(nobodys(key), hard.remove(key));
      }
    }
    JsonObject selector = Json.child(spec, "scopeSelector");
    if (selector.has("matchExpressions")) {
      for (JsonElement each : selector.getAsJsonArray("matchExpressions")) {
        values(each.getAsJsonObject());
      }
    }
  }

  private void values(JsonObject requirement) {
    if (requirement.has("values")) {
      JsonArray own = new JsonArray();
      for (JsonElement value : requirement.getAsJsonArray("values")) {
        JsonElement name = new JsonPrimitive(own(value.getAsString()));
        if (!own.contains(name)) {
          own.add(name);
        }
      }
      requirement.add("values", own);
    }
  }

  private String own(String name) {
    return names.getOrDefault(name, name);
  }

  private static String nobodys(String name) {
    return NOBODY + "-" + name;
  }
}
