package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ContainerPort;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Draws pods that no node of a cluster can take. Each pod requests a resource that no node has, or
 * must run next to a pod that never exists. So kube-scheduler says of each node why the pod can't
 * go there, and nothing is placed or evicted. All other requirements name labels, taints and
 * resources of the cluster.
 */
final class UnplaceablePods {
  /** The resource that no node has, and the label that no pod has. */
  static final String NOWHERE = "plimsoll.dev/conform-nowhere";

  private static final String HOSTNAME = "kubernetes.io/hostname";
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  private final String namespace;
  private final String scheduler;
  private final List<String> nodeNames;
  private final List<Map.Entry<String, String>> nodeLabels;
  private final List<String> labelKeys;
  private final List<Map.Entry<String, String>> podLabels;
  private final List<Taint> taints;
  private final List<Map.Entry<ResourceName, Quantity>> amounts;
  private final List<Integer> ports;
  private final List<String> hostIps;
  private final List<String> priorities;

  /**
   * Prepares to draw.
   *
   * @param cluster the cluster with its nodes, pods and priority classes
   * @param namespace the namespace of the pods
   * @param scheduler the name of the scheduler that looks at the pods
   */
  UnplaceablePods(Cluster cluster, String namespace, String scheduler) {
    this.namespace = namespace;
    this.scheduler = scheduler;
    Collection<Node> nodes = cluster.list(Node.class);
    this.nodeNames = nodes.stream().map(Node::name).toList();
    this.nodeLabels = labels(nodes.stream().map(n -> n.metadata().labels()));
    this.labelKeys = nodeLabels.stream().map(Map.Entry::getKey).distinct().toList();
    this.podLabels = labels(cluster.list(Pod.class).stream().map(p -> p.metadata().labels()));
    this.taints = nodes.stream().flatMap(n -> n.taints().stream()).distinct().toList();
    this.amounts =
        nodes.stream()
            .flatMap(n -> n.allocatable().toMap().entrySet().stream())
            .filter(e -> !e.getValue().isZero() && mayRequest(e.getKey()))
            .distinct()
            .toList();
    List<ContainerPort> hostPorts =
        cluster.list(Pod.class).stream()
            .flatMap(p -> p.spec().containers().stream())
            .flatMap(c -> c.ports().stream())
            .filter(p -> p.hostPort() > 0)
            .toList();
    this.ports = hostPorts.stream().map(ContainerPort::hostPort).distinct().toList();
    this.hostIps =
        hostPorts.stream()
            .map(ContainerPort::hostIp)
            .filter(ip -> !ip.isEmpty())
            .distinct()
            .toList();
    this.priorities =
        cluster.list(PriorityClass.class).stream()
            .map(PriorityClass::name)
            .filter(n -> !n.startsWith("system-"))
            .toList();
  }

  private static boolean mayRequest(ResourceName resource) {
    String name = resource.toString();
    return !name.equals("pods") && !name.startsWith("hugepages-");
  }

  private static List<Map.Entry<String, String>> labels(Stream<Map<String, String>> all) {
    return all.flatMap(l -> l.entrySet().stream()).map(Map.Entry::copyOf).distinct().toList();
  }

  /** Returns the pod of a number; the same draw gives the same pod. */
  JsonObject pod(Draw draw, String name) {
    JsonObject pod = Json.manifest("v1", "Pod", namespace, name);
    JsonObject container =
        Json.object("name", "c", "image", "plimsoll.invalid/none", "resources", requests(draw));
    if (draw.percent(30)) {
      container.add("ports", hostPorts(draw));
    }
    JsonObject spec =
        Json.object(
            "schedulerName",
            scheduler,
            "terminationGracePeriodSeconds",
            0,
            "automountServiceAccountToken",
            false,
            "containers",
            Json.array(container));
    pod.add("spec", spec);
    boolean needsAbsentPod = draw.percent(65);
    if (!needsAbsentPod) {
      JsonObject resources = Json.child(container, "resources");
      List.of("requests", "limits")
          .forEach(of -> Json.child(resources, of).addProperty(NOWHERE, "1"));
    }
    addRequirements(spec, draw, needsAbsentPod);
    return pod;
  }

  /** Returns ports that pods of the cluster have on their nodes, or unused ones. */
  private JsonArray hostPorts(Draw draw) {
    List<Integer> drawn =
        ports.isEmpty() || draw.percent(20)
            ? List.of(draw.between(20_000, 20_009))
            : draw.some(ports, 1, 4);
    List<Object> bindings = new ArrayList<>();
    for (int port : drawn) {
      JsonObject binding = Json.object("containerPort", port, "hostPort", port);
      if (draw.percent(40)) {
        binding.addProperty("hostIP", hostIps.isEmpty() ? "127.0.0.1" : draw.of(hostIps));
      }
      bindings.add(binding);
    }
    return Json.array(bindings.toArray());
  }

  private void addRequirements(JsonObject spec, Draw draw, boolean needsAbsentPod) {
    if (draw.percent(60)) {
      spec.add("tolerations", tolerations(draw));
    }
    if (draw.percent(30) && !nodeLabels.isEmpty()) {
      Map.Entry<String, String> label = draw.of(nodeLabels);
      spec.add("nodeSelector", Json.object(label.getKey(), label.getValue()));
    }
    JsonObject affinity = new JsonObject();
    if (draw.percent(40) && !nodeLabels.isEmpty()) {
      affinity.add("nodeAffinity", nodeAffinity(draw));
    }
    if (needsAbsentPod) {
      JsonArray terms = Json.array(term(Json.object("matchLabels", Json.object(NOWHERE, "true"))));
      if (draw.percent(30) && !podLabels.isEmpty()) {
        terms.add(termOfOthers(draw));
      }
      affinity.add("podAffinity", Json.object(REQUIRED, terms));
    }
    if (draw.percent(20) && !podLabels.isEmpty()) {
      affinity.add("podAntiAffinity", Json.object(REQUIRED, Json.array(termOfOthers(draw))));
    }
    if (!affinity.isEmpty()) {
      spec.add("affinity", affinity);
    }
    if (draw.percent(45)) {
      spec.add("topologySpreadConstraints", Json.array(spread(draw)));
    }
    if (draw.percent(25) && !priorities.isEmpty()) {
      spec.addProperty("priorityClassName", draw.of(priorities));
    }
    if (draw.percent(8)) {
      spec.add("schedulingGates", Json.array(Json.object("name", "plimsoll.dev/conform")));
    }
    if (draw.percent(6)) {
      spec.add(
          "volumes",
          Json.array(
              Json.object(
                  "name", "v", "persistentVolumeClaim", Json.object("claimName", "missing"))));
    }
  }

  /** Returns amounts around what a node has: a part, all, or more. */
  private JsonObject requests(Draw draw) {
    JsonObject requests = new JsonObject();
    JsonObject limits = new JsonObject();
    int count = amounts.isEmpty() ? 0 : draw.between(0, 3);
    for (int i = 0; i < count; i++) {
      Map.Entry<ResourceName, Quantity> amount = draw.of(amounts);
      ResourceName name = amount.getKey();
      long thousandths = draw.of(10, 250, 500, 1000, 1001, 2000);
      if (name.isExtended()) {
        long units = Math.max(1, amount.getValue().value() * thousandths / 1000);
        limits.addProperty(name.toString(), Long.toString(units));
        requests.addProperty(name.toString(), Long.toString(units));
      } else if (name.equals(ResourceName.CPU)) {
        requests.addProperty(
            name.toString(), amount.getValue().milliValue() * thousandths / 1000 + "m");
      } else {
        requests.addProperty(
            name.toString(), Long.toString(amount.getValue().value() / 1000 * thousandths));
      }
    }
    return Json.object("requests", requests, "limits", limits);
  }

  private JsonArray tolerations(Draw draw) {
    List<Object> tolerations = new ArrayList<>();
    if (taints.isEmpty() || draw.percent(15)) {
      tolerations.add(Json.object("operator", "Exists"));
    } else {
      for (Taint taint : draw.some(taints, 1, 3)) {
        JsonObject toleration = Json.object("key", taint.key());
        if (draw.percent(50)) {
          toleration.addProperty("operator", "Exists");
        } else {
          toleration.addProperty("value", draw.percent(80) ? taint.value() : "other");
        }
        if (draw.percent(60)) {
          toleration.addProperty("effect", draw.of("NoSchedule", "NoExecute", taint.effect()));
        }
        tolerations.add(toleration);
      }
    }
    return Json.array(tolerations.toArray());
  }

  private JsonObject nodeAffinity(Draw draw) {
    List<Object> terms = new ArrayList<>();
    int count = draw.between(1, 2);
    for (int i = 0; i < count; i++) {
      terms.add(
          draw.percent(10)
              ? Json.object(
                  "matchFields",
                  Json.array(
                      Json.object(
                          "key",
                          "metadata.name",
                          "operator",
                          draw.of("In", "NotIn"),
                          "values",
                          Json.array(draw.of(nodeNames)))))
              : Json.object("matchExpressions", Json.array(expression(draw))));
    }
    return Json.object(REQUIRED, Json.object("nodeSelectorTerms", terms));
  }

  private JsonObject expression(Draw draw) {
    Map.Entry<String, String> label = draw.of(nodeLabels);
    String operator = draw.of("In", "NotIn", "In", "Exists", "DoesNotExist", "Gt", "Lt");
    JsonObject expression = Json.object("key", label.getKey(), "operator", operator);
    switch (operator) {
      case "In", "NotIn" -> {
        Set<String> values = new TreeSet<>(Set.of(label.getValue()));
        if (draw.percent(30)) {
          values.add(draw.of(nodeLabels).getValue());
        }
        expression.add("values", Json.array(values.toArray()));
      }
      case "Gt", "Lt" -> expression.add("values", Json.array("" + draw.between(0, 9)));
      default -> {
        // These operators have no values.
      }
    }
    return expression;
  }

  private JsonObject termOfOthers(Draw draw) {
    Map.Entry<String, String> label = draw.of(podLabels);
    JsonObject term =
        term(Json.object("matchLabels", Json.object(label.getKey(), label.getValue())));
    term.add("namespaceSelector", new JsonObject());
    if (!labelKeys.isEmpty() && draw.percent(50)) {
      term.addProperty("topologyKey", draw.of(labelKeys));
    }
    return term;
  }

  private static JsonObject term(JsonObject selector) {
    return Json.object("topologyKey", HOSTNAME, "labelSelector", selector);
  }

  private JsonObject spread(Draw draw) {
    JsonObject constraint =
        Json.object(
            "maxSkew",
            draw.between(1, 3),
            "topologyKey",
            labelKeys.isEmpty() ? HOSTNAME : draw.of(labelKeys),
            "whenUnsatisfiable",
            draw.percent(80) ? "DoNotSchedule" : "ScheduleAnyway",
            "labelSelector",
            Json.object("matchLabels", Json.object("app", "any")));
    if (draw.percent(30)) {
      constraint.addProperty("nodeTaintsPolicy", draw.of("Honor", "Ignore"));
    }
    if (draw.percent(30)) {
      constraint.addProperty("nodeAffinityPolicy", draw.of("Honor", "Ignore"));
    }
    return constraint;
  }
}
