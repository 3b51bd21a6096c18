package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the field that keeps pods from nodes. The field belongs to the plug-in with the most
 * rejections of nodes that have the resource.
 */
final class SchedulingField {
  private static final String INSUFFICIENT = "Insufficient ";

  private final PodSpecFields pods;

  SchedulingField(PodSpecFields pods) {
    this.pods = pods;
  }

  /**
   * Returns the field that decides.
   *
   * @param resource the resource that the pods lack, if the gap names one
   */
  List<String> of(ScheduleResult result, Optional<ResourceName> resource) {
    if (result instanceof ScheduleResult.Gated) {
      return pods.field("schedulingGates");
    }
    if (result instanceof ScheduleResult.OtherScheduler) {
      return pods.field("schedulerName");
    }
    if (!(result instanceof ScheduleResult.Unschedulable unschedulable)) {
      return pods.spec();
    }
    Optional<Rejection> deciding =
        unschedulable.preFilter().or(() -> deciding(unschedulable.nodes(), resource));
    return deciding.map(r -> of(r, resource, unschedulable.nodes())).orElse(pods.spec());
  }

  private static Optional<Rejection> deciding(
      List<NodeDiagnosis> nodes, Optional<ResourceName> resource) {
    List<NodeDiagnosis> having =
        nodes.stream()
            .filter(
                d ->
                    resource
                        .map(r -> d.node().allocatable().getOrZero(r).signum() > 0)
                        .orElse(true))
            .toList();
    Map<String, Integer> counts = new HashMap<>();
    List<NodeDiagnosis> asked = having.isEmpty() ? nodes : having;
    asked.forEach(d -> counts.merge(d.plugin(), 1, Integer::sum));
    return asked.stream()
        .max(
            Comparator.comparing((NodeDiagnosis d) -> d.isEligible())
                .thenComparing(d -> counts.getOrDefault(d.plugin(), 0))
                .thenComparing(NodeDiagnosis::plugin))
        .map(NodeDiagnosis::rejection);
  }

  private List<String> of(
      Rejection rejection, Optional<ResourceName> resource, List<NodeDiagnosis> nodes) {
    return switch (rejection.plugin()) {
      case "NodeResourcesFit" -> request(rejection, resource);
      case "TaintToleration" -> pods.field("tolerations");
      case "NodeName" -> pods.field("nodeName");
      case "NodeAffinity" -> selector(nodes);
      case "NodePorts" -> hostPort();
      case "PodTopologySpread" -> pods.field("topologySpreadConstraints");
      case "InterPodAffinity" -> affinity();
      case "DynamicResources" -> pods.field("resourceClaims");
      case "VolumeBinding", "VolumeZone", "VolumeRestrictions", "NodeVolumeLimits" ->
          pods.field("volumes");
      default -> pods.spec();
    };
  }

  private List<String> request(Rejection rejection, Optional<ResourceName> resource) {
    List<String> insufficient =
        rejection.reasons().stream()
            .filter(r -> r.startsWith(INSUFFICIENT))
            .map(r -> r.substring(INSUFFICIENT.length()))
            .toList();
    String name =
        resource
            .map(ResourceName::name)
            .filter(r -> insufficient.isEmpty() || insufficient.contains(r))
            .orElse(insufficient.isEmpty() ? "" : insufficient.get(0));
    return name.isEmpty()
        ? pods.spec()
        : pods.largest(ResourceName.of(name), List.of("requests", "limits"));
  }

  /** Returns the selector that the fewest nodes have, or else the affinity to nodes. */
  private List<String> selector(List<NodeDiagnosis> nodes) {
    Optional<String> rarest =
        pods.pod().nodeSelector().entrySet().stream()
            .filter(e -> matching(nodes, e) < nodes.size())
            .min(
                Comparator.comparingLong((Map.Entry<String, String> e) -> matching(nodes, e))
                    .thenComparing(Map.Entry::getKey))
            .map(Map.Entry::getKey);
    return rarest
        .map(k -> FieldPath.in(pods.field("nodeSelector"), k))
        .orElse(FieldPath.in(pods.field("affinity"), "nodeAffinity"));
  }

  private static long matching(List<NodeDiagnosis> nodes, Map.Entry<String, String> label) {
    return nodes.stream().map(NodeDiagnosis::node).filter(n -> has(n, label)).count();
  }

  private static boolean has(Node node, Map.Entry<String, String> label) {
    return label.getValue().equals(node.metadata().labels().get(label.getKey()));
  }

  private List<String> hostPort() {
    for (int i = 0; i < pods.pod().containers().size(); i++) {
      List<String> ports = FieldPath.in(pods.spec(), "containers", Integer.toString(i), "ports");
      for (int p = 0; p < pods.pod().containers().get(i).ports().size(); p++) {
        List<String> port = FieldPath.in(ports, Integer.toString(p), "hostPort");
        if (pods.checked().has(port)) {
          return port;
        }
      }
    }
    return pods.spec();
  }

  private List<String> affinity() {
    List<String> anti = FieldPath.in(pods.field("affinity"), "podAntiAffinity");
    return pods.checked().has(anti) ? anti : FieldPath.in(pods.field("affinity"), "podAffinity");
  }
}
