package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Proposes to tolerate the taints of nodes that have the resource. A taint named after the resource
 * keeps pods away that don't request it; any other sets nodes apart for somebody, who is named.
 */
enum TolerationProposer implements UnschedulablePodsProposer {
  /** Of taints named after the resource. */
  OF_RESOURCE,
  /** Of taints that set nodes apart. */
  OF_SOMEBODY;

  private static final int TRIED = 3;
  private static final int NAMED = 5;

  /** Taints that no workload should tolerate. */
  private static final List<String> OF_OPERATION =
      List.of(
          "node-role.kubernetes.io/",
          "node.cloudprovider.kubernetes.io/",
          "node.cluster.x-k8s.io/",
          "node.cilium.io/",
          "karpenter.sh/",
          "ToBeDeletedByClusterAutoscaler",
          "DeletionCandidateOfClusterAutoscaler");

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Pod first = pods.pods().get(0);
    boolean takesDevices = takesDevices(context.cluster(), first);
    Map<List<Taint>, List<Node>> candidates = new LinkedHashMap<>();
    for (Node node : pods.nodesRejectedBy(Set.of("TaintToleration"))) {
      boolean has =
          resource.equals(ResourceName.PODS) || node.allocatable().getOrZero(resource).signum() > 0;
      if (has && pods.select(node) && (takesDevices || !hasDevices(node))) {
        candidates.computeIfAbsent(untolerated(first, node), t -> new ArrayList<>()).add(node);
      }
    }
    return candidates.entrySet().stream()
        .filter(c -> c.getKey().stream().noneMatch(TolerationProposer::isOfOperation))
        .filter(c -> isOfResource(c.getKey(), resource) == (this == OF_RESOURCE))
        .sorted(Comparator.comparingInt(c -> c.getKey().size()))
        .limit(TRIED)
        .map(c -> proposal(context, first, c.getKey(), c.getValue()))
        .toList();
  }

  /** Pods without devices take the CPU and memory that a node's devices need. */
  private static boolean takesDevices(Cluster cluster, Pod pod) {
    List<ResourceName> devices =
        DetectionContext.requests(pod).removeZeros().names().stream()
            .filter(ResourceName::isExtended)
            .toList();
    return !devices.isEmpty()
        && cluster.nodes().stream()
            .anyMatch(
                n -> devices.stream().anyMatch(r -> n.allocatable().getOrZero(r).signum() > 0));
  }

  private static boolean hasDevices(Node node) {
    return node.allocatable().removeZeros().names().stream().anyMatch(ResourceName::isExtended);
  }

  private static boolean isOfOperation(Taint taint) {
    return NodeAvailability.isLifecycle(taint)
        || OF_OPERATION.stream().anyMatch(taint.key()::startsWith);
  }

  private static boolean isOfResource(List<Taint> taints, ResourceName resource) {
    return taints.stream().allMatch(t -> t.key().equals(resource.name()));
  }

  private static List<Taint> untolerated(Pod pod, Node node) {
    return node.taints().stream()
        .filter(Tolerations::preventsScheduling)
        .filter(t -> !Tolerations.tolerates(pod.spec().tolerations(), t))
        .toList();
  }

  private Proposal proposal(
      DetectionContext context, Pod pod, List<Taint> taints, List<Node> nodes) {
    List<Toleration> added = taints.stream().map(TolerationProposer::toleration).toList();
    String names = String.join(", ", taints.stream().map(Taint::text).toList());
    Optional<NodeModel> model = NodeModel.least(pod, nodes);
    List<Node> meant = model.map(NodeModel::nodes).orElse(nodes);
    Proposal proposal =
        Proposal.ofPods(
            "tolerate the taint "
                + names
                + " of "
                + counted(meant.size(), "node")
                + model
                    .map(
                        m ->
                            ", and select "
                                + m.label()
                                + "="
                                + m.value()
                                + ", which keeps pods off "
                                + counted(nodes.size() - meant.size(), "better node"))
                    .orElse(""),
            PodEdit.ofTemplate(
                spec ->
                    model
                        .map(m -> m.select(spec))
                        .orElse(spec)
                        .withTolerations(
                            Stream.concat(spec.tolerations().stream(), added.stream()).toList())));
    return this == OF_RESOURCE
        ? proposal
        : proposal.withCosts(List.of(whose(context, pod, names, meant)));
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** Returns a sentence that names the users of the tainted nodes, as far as their pods tell. */
  private static String whose(DetectionContext context, Pod pod, String taints, List<Node> nodes) {
    Set<String> namespaces = new TreeSet<>();
    long running = 0;
    for (Node node : nodes) {
      for (Pod placed : context.cluster().podsOn(node.name())) {
        if (!placed.namespace().equals(pod.namespace()) && !isOnEveryNode(placed)) {
          namespaces.add(placed.namespace());
          running++;
        }
      }
    }
    String apart = taints + " sets " + nodes.size() + (nodes.size() == 1 ? " node" : " nodes");
    String whose =
        running == 0
            ? " apart; no other namespace has pods there: ask who set it"
            : " apart for others: "
                + running
                + (running == 1 ? " pod" : " pods")
                + " of "
                + (namespaces.size() == 1 ? "namespace " : "namespaces ")
                + String.join(", ", namespaces.stream().limit(NAMED).toList())
                + (namespaces.size() > NAMED ? " and " + (namespaces.size() - NAMED) + " more" : "")
                + (running == 1 ? " runs" : " run")
                + " there: ask them";
    return apart + whose;
  }

  private static boolean isOnEveryNode(Pod pod) {
    String owner = pod.metadata().controller().map(OwnerReference::kind).orElse("");
    return owner.equals("DaemonSet") || owner.equals("Node");
  }

  private static Toleration toleration(Taint taint) {
    return taint.value().isEmpty()
        ? new Toleration(taint.key(), "Exists", "", taint.effect())
        : new Toleration(taint.key(), "Equal", taint.value(), taint.effect());
  }
}
