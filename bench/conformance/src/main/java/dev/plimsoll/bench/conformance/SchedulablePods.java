package dev.plimsoll.bench.conformance;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Draw;
import dev.plimsoll.kube.conform.Json;

/** Made-up pods for kube-scheduler. */
final class SchedulablePods {
  private final Draw draw;
  private final PodRequirements requirements;
  private final String family;
  private final boolean evicts;

  SchedulablePods(Draw draw, String family) {
    this.draw = draw;
    this.requirements = new PodRequirements(draw);
    this.family = family;
    this.evicts = family.equals("preemption") || family.equals("budgets");
  }

  /** Returns a pod of a priority class, if it isn't empty. */
  JsonObject pod(String name, String priorityClass) {
    String namespace = draw.of("default", "default", "team-b");
    JsonObject pod = Json.manifest("v1", "Pod", namespace, name);
    JsonObject labels = new JsonObject();
    if (draw.percent(85)) {
      labels.addProperty("app", draw.of("train", "serve"));
    }
    if (draw.percent(40)) {
      labels.addProperty("rev", draw.of("1", "2"));
    }
    pod.getAsJsonObject("metadata").add("labels", labels);
    JsonObject spec = Json.object("terminationGracePeriodSeconds", evicts ? 300 : 0);
    pod.add("spec", spec);
    if (!priorityClass.isEmpty()) {
      spec.addProperty("priorityClassName", priorityClass);
      if (priorityClass.equals("high") && draw.percent(8)) {
        spec.addProperty("preemptionPolicy", "Never");
      }
    }
    addContainers(spec);
    addRequirements(spec);
    return pod;
  }

  private void addContainers(JsonObject spec) {
    JsonObject container = Json.object("name", "c", "image", "registry.example/app:1");
    container.add("resources", resources());
    if (is("ports", 70, 6)) {
      JsonObject port =
          Json.object("containerPort", 80, "hostPort", draw.of(8080, 9090), "protocol", "TCP");
      if (draw.percent(40)) {
        port.addProperty("hostIP", draw.of("127.0.0.1", "10.0.0.1", "0.0.0.0"));
      }
      if (draw.percent(25)) {
        port.addProperty("protocol", "UDP");
      }
      container.add("ports", Json.array(port));
    }
    spec.add("containers", Json.array(container));
    if (draw.percent(18)) {
      JsonObject init = Json.object("name", "i", "image", "x", "resources", resources());
      if (draw.percent(50)) {
        init.addProperty("restartPolicy", "Always");
      }
      spec.add("initContainers", Json.array(init));
    }
    if (is("resources", 25, 3)) {
      spec.addProperty("runtimeClassName", draw.of("kata", "gvisor"));
    }
    if (is("resources", 20, 3)) {
      spec.add(
          "resources",
          Json.object("requests", Json.object("cpu", draw.of("4", "8", "20"), "memory", "30Gi")));
    }
  }

  private JsonObject resources() {
    if (family.equals("volumes")) {
      return Json.object("requests", Json.object("cpu", "100m"));
    }
    JsonObject requests = new JsonObject();
    JsonObject limits = new JsonObject();
    if (draw.percent(80)) {
      requests.addProperty(
          "cpu", evicts ? draw.of("1", "1500m", "2") : draw.of("100m", "1", "3", "7", "500m"));
    }
    if (draw.percent(60)) {
      requests.addProperty(
          "memory", evicts ? draw.of("1Gi", "2Gi") : draw.of("1Gi", "4Gi", "14Gi"));
    }
    if (draw.percent(evicts ? 10 : 35)) {
      limits.addProperty("nvidia.com/gpu", draw.of("1", "2", "4", "8"));
    }
    if (is("resources", 10, 2)) {
      limits.addProperty("hugepages-2Mi", "32Mi");
      limits.addProperty("memory", "20Gi");
      requests.addProperty("cpu", "1");
    }
    return Json.object("requests", requests, "limits", limits);
  }

  private void addRequirements(JsonObject spec) {
    if (family.equals("volumes")) {
      return;
    }
    if (is("taints", 80, 35)) {
      spec.add("tolerations", requirements.tolerations());
    }
    if (is("affinity", 30, 10)) {
      spec.add("nodeSelector", requirements.nodeSelector());
    }
    JsonObject affinity = new JsonObject();
    if (is("affinity", 50, 8)) {
      affinity.add("nodeAffinity", requirements.nodeAffinity());
    }
    if (is("affinity", 40, 8)) {
      affinity.add("podAffinity", requirements.podAffinity());
    }
    if (is("affinity", 40, 8)) {
      affinity.add("podAntiAffinity", requirements.podAffinity());
    }
    if (!affinity.isEmpty()) {
      spec.add("affinity", affinity);
    }
    if (is("spread", 80, 8)) {
      spec.add("topologySpreadConstraints", requirements.spread());
    }
    if (is("gates", 40, 0)) {
      spec.add(
          "schedulingGates", Json.array(Json.object("name", "example.com/" + draw.of("a", "b"))));
    }
  }

  private boolean is(String of, int chance, int otherwise) {
    return draw.percent(
        family.equals(of) ? chance : family.equals("mixed") ? (chance + otherwise) / 2 : otherwise);
  }
}
