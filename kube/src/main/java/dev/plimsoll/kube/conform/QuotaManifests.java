package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Made-up quotas and limit ranges. */
final class QuotaManifests {
  private static final Map<String, List<String>> OF_PODS =
      Map.ofEntries(
          Map.entry("pods", List.of("0", "1", "2", "5", "10")),
          Map.entry("count/pods", List.of("1", "3", "10")),
          Map.entry("cpu", List.of("1", "2500m", "4", "10")),
          Map.entry("requests.cpu", List.of("1", "2", "4.5", "1k")),
          Map.entry("limits.cpu", List.of("2", "5", "10")),
          Map.entry("memory", List.of("1Gi", "2Gi", "5e9")),
          Map.entry("requests.memory", List.of("512Mi", "3e9", "5000Mi")),
          Map.entry("limits.memory", List.of("1Gi", "6Gi", "20Gi")),
          Map.entry("ephemeral-storage", List.of("1Gi", "5G")),
          Map.entry("requests.ephemeral-storage", List.of("1Gi", "2Gi")),
          Map.entry("limits.ephemeral-storage", List.of("1Gi", "3Gi")),
          Map.entry("requests.nvidia.com/gpu", List.of("0", "2", "4", "8", "16")),
          Map.entry("limits.nvidia.com/gpu", List.of("4")),
          Map.entry("requests.example.com/widget", List.of("3", "7")),
          Map.entry("requests.hugepages-2Mi", List.of("4Mi", "64Mi")));

  private static final Map<String, List<String>> OF_OBJECTS =
      Map.ofEntries(
          Map.entry("configmaps", List.of("1", "2")),
          Map.entry("secrets", List.of("1", "3")),
          Map.entry("services", List.of("1", "2")),
          Map.entry("services.loadbalancers", List.of("0", "1")),
          Map.entry("services.nodeports", List.of("0", "1", "3")),
          Map.entry("count/services", List.of("2")),
          Map.entry("persistentvolumeclaims", List.of("1", "3")),
          Map.entry("requests.storage", List.of("5Gi", "20G")),
          Map.entry("gold.storageclass.storage.k8s.io/requests.storage", List.of("5Gi")),
          Map.entry("bronze.storageclass.storage.k8s.io/persistentvolumeclaims", List.of("1")),
          Map.entry("replicationcontrollers", List.of("1")),
          Map.entry("count/deployments.apps", List.of("0", "1")),
          Map.entry("count/jobs.batch", List.of("1")),
          Map.entry("count/statefulsets.apps", List.of("1")),
          Map.entry("count/resourceclaims.resource.k8s.io", List.of("1", "2")),
          Map.entry("gpu.deviceclass.resource.k8s.io/devices", List.of("1", "4")),
          Map.entry("resourcequotas", List.of("2", "4")));

  private static final List<String> SCOPES =
      List.of(
          "Terminating",
          "NotTerminating",
          "BestEffort",
          "NotBestEffort",
          "PriorityClass",
          "CrossNamespacePodAffinity");

  private static final String AMPLE = "1T";

  private final Draw draw;
  private final String namespace;

  QuotaManifests(Draw draw, String namespace) {
    this.draw = draw;
    this.namespace = namespace;
  }

  /** Returns a quota on what pods ask for, or on objects. */
  JsonObject quota(String name, boolean ofObjects, boolean scoped) {
    JsonObject quota = Json.manifest("v1", "ResourceQuota", namespace, name);
    JsonObject spec = Json.object("hard", hard(ofObjects));
    if (scoped) {
      addScope(spec);
    }
    quota.add("spec", spec);
    return quota;
  }

  /** Returns amounts by quota key. Ample amounts deny nothing, so that every object is counted. */
  JsonObject hard(boolean ofObjects) {
    boolean ample = draw.percent(ofObjects ? 60 : 40);
    Map<String, List<String>> keys = ofObjects ? OF_OBJECTS : OF_PODS;
    JsonObject hard = new JsonObject();
    boolean all = ample && ofObjects;
    List<String> sorted = keys.keySet().stream().sorted().toList();
    for (String key : draw.some(sorted, all ? sorted.size() : 1, all ? sorted.size() : 5)) {
      hard.addProperty(key, ample ? AMPLE : draw.of(keys.getOrDefault(key, List.of())));
    }
    return hard;
  }

  /** Returns quotas with one scope each that deny nothing, so that they count each selected pod. */
  List<JsonObject> countsByScope() {
    List<JsonObject> quotas = new ArrayList<>();
    for (String scope : draw.some(SCOPES, 4, 4)) {
      quotas.add(count("q" + quotas.size(), requirement(scope)));
    }
    quotas.add(count("q" + quotas.size(), requirement("PriorityClass")));
    return quotas;
  }

  private JsonObject count(String name, JsonObject requirement) {
    JsonObject quota = Json.manifest("v1", "ResourceQuota", namespace, name);
    JsonObject selector = Json.object("matchExpressions", Json.array(requirement));
    quota.add("spec", Json.object("hard", Json.object("pods", AMPLE), "scopeSelector", selector));
    return quota;
  }

  private void addScope(JsonObject spec) {
    if (draw.percent(35)) {
      List<String> scopes = draw.some(SCOPES, 1, 2);
      spec.add("scopes", Json.array(scopes.toArray()));
      return;
    }
    JsonArray selector = new JsonArray();
    for (String scope : draw.some(SCOPES, 1, 2)) {
      selector.add(requirement(scope));
    }
    spec.add("scopeSelector", Json.object("matchExpressions", selector));
  }

  private JsonObject requirement(String scope) {
    boolean valued = scope.equals("PriorityClass") && draw.percent(75);
    JsonObject requirement =
        Json.object("scopeName", scope, "operator", valued ? draw.of("In", "NotIn") : "Exists");
    if (scope.equals("PriorityClass") && draw.percent(10)) {
      requirement.addProperty("operator", "DoesNotExist");
    } else if (valued) {
      requirement.add(
          "values", Json.array(draw.some(List.of("low", "medium", "high"), 1, 2).toArray()));
    }
    return requirement;
  }

  /** Returns a limit range with items of one or several types. */
  JsonObject limitRange(String name) {
    JsonObject limitRange = Json.manifest("v1", "LimitRange", namespace, name);
    limitRange.add("spec", Json.object("limits", limits()));
    return limitRange;
  }

  /** Returns the items of a limit range. */
  JsonArray limits() {
    JsonArray items = new JsonArray();
    for (String type :
        draw.some(List.of("Container", "Container", "Pod", "PersistentVolumeClaim"), 1, 3)) {
      items.add(
          type.equals("PersistentVolumeClaim") ? storageItem() : item(type.equals("Container")));
    }
    return items;
  }

  private JsonObject item(boolean container) {
    JsonObject item = Json.object("type", container ? "Container" : "Pod");
    for (String resource :
        draw.some(List.of("cpu", "memory", "ephemeral-storage", "nvidia.com/gpu"), 1, 3)) {
      if (draw.percent(35)) {
        set(
            item,
            "min",
            resource,
            resource.equals("cpu") ? draw.of("10m", "0.1") : least(resource));
      }
      if (draw.percent(45)) {
        set(item, "max", resource, resource.equals("cpu") ? draw.of("1", "2") : most(resource));
      }
      if (container && draw.percent(40)) {
        set(item, "default", resource, DrawnAmounts.of(resource, draw));
      }
      if (container && draw.percent(40)) {
        set(item, "defaultRequest", resource, DrawnAmounts.of(resource, draw));
      }
      if (draw.percent(20)) {
        set(item, "maxLimitRequestRatio", resource, draw.of("1", "2", "3.5", "10"));
      }
    }
    return item;
  }

  private String least(String resource) {
    return resource.equals("nvidia.com/gpu") ? "1" : draw.of("512Ki", "64Mi");
  }

  private String most(String resource) {
    return resource.equals("nvidia.com/gpu") ? draw.of("2", "4") : draw.of("1Gi", "1.5Gi", "2e9");
  }

  private JsonObject storageItem() {
    JsonObject item = Json.object("type", "PersistentVolumeClaim");
    set(item, draw.of("min", "max"), "storage", draw.of("1Gi", "5Gi", "50Gi"));
    return item;
  }

  private static void set(JsonObject item, String part, String resource, String amount) {
    JsonObject amounts = Json.child(item, part);
    amounts.addProperty(resource, amount);
    item.add(part, amounts);
  }
}
