package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;

/** Made-up objects other than pods, of the kinds that quotas count. */
final class ObjectManifests {
  private static final List<String> KINDS =
      List.of(
          "ConfigMap",
          "Secret",
          "Service",
          "Service",
          "Service",
          "Service",
          "PersistentVolumeClaim",
          "PersistentVolumeClaim",
          "ResourceClaim",
          "ResourceClaim",
          "ReplicationController",
          "Deployment",
          "Job",
          "StatefulSet");

  private final Draw draw;
  private final String namespace;

  ObjectManifests(Draw draw, String namespace) {
    this.draw = draw;
    this.namespace = namespace;
  }

  /** Returns an object of any of the kinds. */
  JsonObject any(String name) {
    String kind = draw.of(KINDS);
    return switch (kind) {
      case "Service" -> service(name);
      case "PersistentVolumeClaim" -> claim(name);
      case "ResourceClaim" -> resourceClaim(name);
      case "ReplicationController" -> workload("v1", kind, name);
      case "Deployment", "StatefulSet" -> workload("apps/v1", kind, name);
      case "Job" -> workload("batch/v1", kind, name);
      default -> Json.manifest("v1", kind, namespace, name);
    };
  }

  private JsonObject service(String name) {
    JsonObject service = Json.manifest("v1", "Service", namespace, name);
    JsonArray ports = new JsonArray();
    for (int i = 0; i < draw.between(1, 3); i++) {
      ports.add(Json.object("name", "p" + i, "port", 80 + i));
    }
    JsonObject spec =
        Json.object(
            "type",
            draw.of("ClusterIP", "NodePort", "LoadBalancer", "LoadBalancer"),
            "selector",
            Json.object("a", "b"),
            "ports",
            ports);
    if (Json.text(spec, "type").equals("LoadBalancer") && draw.percent(60)) {
      spec.addProperty("allocateLoadBalancerNodePorts", draw.percent(30));
    }
    service.add("spec", spec);
    return service;
  }

  private JsonObject claim(String name) {
    JsonObject claim = Json.manifest("v1", "PersistentVolumeClaim", namespace, name);
    JsonObject spec =
        Json.object(
            "accessModes",
            Json.array("ReadWriteOnce"),
            "resources",
            Json.object(
                "requests",
                Json.object("storage", draw.of("512Mi", "1Gi", "5Gi", "10G", "1.5Gi", "100Gi"))));
    if (draw.percent(60)) {
      spec.addProperty("storageClassName", draw.of("gold", "bronze", ""));
    }
    claim.add("spec", spec);
    return claim;
  }

  private JsonObject resourceClaim(String name) {
    JsonObject claim = Json.manifest("resource.k8s.io/v1", "ResourceClaim", namespace, name);
    JsonArray requests = new JsonArray();
    for (int i = 0; i < draw.between(1, 2); i++) {
      if (draw.percent(30)) {
        JsonObject first = request("s0");
        requests.add(
            Json.object("name", "r" + i, "firstAvailable", Json.array(first, request("s1"))));
      } else {
        JsonObject exactly = request("");
        exactly.remove("name");
        requests.add(Json.object("name", "r" + i, "exactly", exactly));
      }
    }
    claim.add("spec", Json.object("devices", Json.object("requests", requests)));
    return claim;
  }

  private JsonObject request(String name) {
    JsonObject request = Json.object("name", name, "deviceClassName", draw.of("gpu", "gpu", "mig"));
    if (draw.percent(20)) {
      request.addProperty("allocationMode", "All");
    } else if (draw.percent(60)) {
      request.addProperty("count", draw.between(1, 3));
    }
    return request;
  }

  private JsonObject workload(String apiVersion, String kind, String name) {
    JsonObject workload = Json.manifest(apiVersion, kind, namespace, name);
    JsonObject labels = Json.object("a", "b");
    JsonObject pod = Json.object("containers", Json.array(Json.object("name", "c", "image", "x")));
    JsonObject spec =
        Json.object(
            "template", Json.object("metadata", Json.object("labels", labels), "spec", pod));
    if (kind.equals("Job")) {
      pod.addProperty("restartPolicy", "Never");
    } else {
      spec.addProperty("replicas", 0);
      spec.add(
          "selector",
          kind.equals("ReplicationController") ? labels : Json.object("matchLabels", labels));
    }
    if (kind.equals("StatefulSet")) {
      spec.addProperty("serviceName", "s");
    }
    workload.add("spec", spec);
    return workload;
  }
}
