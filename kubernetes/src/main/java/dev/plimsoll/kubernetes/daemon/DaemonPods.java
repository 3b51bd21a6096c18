package dev.plimsoll.kubernetes.daemon;

import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.NodeSelector.Requirement;
import dev.plimsoll.kubernetes.object.NodeSelector.Term;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The pods that the controller creates for a DaemonSet: one for each node that the template's node
 * name, node selector, node affinity and tolerations allow. Free capacity doesn't matter:
 * kube-scheduler places the pod, and the pod waits if its node is full.
 *
 * <p>Sources: {@code NodeShouldRunDaemonPod} in {@code pkg/controller/daemon/daemon_controller.go},
 * {@code AddOrUpdateDaemonPodTolerations}, {@code ReplaceDaemonSetPodNodeNameNodeAffinity} and
 * {@code GetTargetNodeName} in {@code pkg/controller/daemon/util/daemonset_util.go}.
 */
public final class DaemonPods {
  private static final String NODE = "node.kubernetes.io/";
  private static final String NAME_FIELD = "metadata.name";
  private static final List<Toleration> ALWAYS =
      List.of(
          toleration("not-ready", "NoExecute"),
          toleration("unreachable", "NoExecute"),
          toleration("disk-pressure", "NoSchedule"),
          toleration("memory-pressure", "NoSchedule"),
          toleration("pid-pressure", "NoSchedule"),
          toleration("unschedulable", "NoSchedule"));
  private static final Toleration ON_HOST_NETWORK = toleration("network-unavailable", "NoSchedule");

  private DaemonPods() {}

  private static Toleration toleration(String taint, String effect) {
    return new Toleration(NODE + taint, "Exists", "", effect);
  }

  /**
   * Returns the nodes that the DaemonSet has a pod for, in the order given.
   *
   * @param template the pod spec of the DaemonSet's template
   */
  public static List<Node> nodes(PodSpec template, Collection<Node> nodes) {
    RequiredNodeAffinity required =
        new RequiredNodeAffinity(template.nodeSelector(), template.affinity().requiredNodes());
    List<Toleration> tolerations = tolerations(template);
    return nodes.stream()
        .filter(n -> template.nodeName().isEmpty() || template.nodeName().equals(n.name()))
        .filter(required::matches)
        .filter(n -> Tolerations.tolerateScheduling(tolerations, n.taints()))
        .toList();
  }

  /**
   * Returns the names of the nodes that the DaemonSet lacks a pod for, in the order given.
   *
   * @param template the pod spec of the DaemonSet's template
   * @param pods the pods of the DaemonSet that have not ended
   */
  public static List<String> lacking(
      PodSpec template, Collection<Node> nodes, Collection<Pod> pods) {
    Set<String> taken = new HashSet<>();
    pods.forEach(p -> targetNode(p.spec()).ifPresent(taken::add));
    return nodes(template, nodes).stream().map(Node::name).filter(n -> !taken.contains(n)).toList();
  }

  /** Returns the node that a pod of a DaemonSet is on, or is for. */
  private static Optional<String> targetNode(PodSpec pod) {
    return pod.nodeName().isEmpty()
        ? pod.affinity().requiredNodes().stream()
            .flatMap(selector -> selector.terms().stream())
            .flatMap(term -> term.matchFields().stream())
            .filter(r -> r.key().equals(NAME_FIELD) && r.operator().equals("In"))
            .flatMap(r -> r.values().stream())
            .findFirst()
        : Optional.of(pod.nodeName());
  }

  /** Returns the spec of the DaemonSet's pod for a node; the affinity names the node. */
  public static PodSpec spec(PodSpec template, String node) {
    Requirement name = new Requirement(NAME_FIELD, "In", List.of(node));
    NodeSelector terms = new NodeSelector(List.of(new Term(List.of(), List.of(name))));
    Affinity affinity = template.affinity().withRequiredNodes(Optional.of(terms));
    return template.withTolerations(tolerations(template)).withAffinity(affinity);
  }

  private static List<Toleration> tolerations(PodSpec template) {
    List<Toleration> all = new ArrayList<>(template.tolerations());
    Stream.concat(ALWAYS.stream(), Stream.of(ON_HOST_NETWORK).filter(t -> template.hostNetwork()))
        .filter(t -> !all.contains(t))
        .forEach(all::add);
    return all;
  }
}
