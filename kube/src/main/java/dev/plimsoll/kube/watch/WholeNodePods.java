package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;

/**
 * Pods on nodes that can't be read. Nobody knows what such a pod takes, so that it counts as all
 * that its node has.
 */
final class WholeNodePods {
  private static final ResourceName MARK = ResourceName.of("plimsoll.dev/whole-node");

  private WholeNodePods() {}

  /** Returns the pod as it counts; empty if it has no node. */
  static Optional<ApiObject> of(JsonTree json) {
    JsonTree kept = new JsonTree();
    JsonTree metadata = only(json, "metadata", "namespace", "name", "uid", "resourceVersion");
    kept.put("metadata", metadata);
    kept.put("spec", only(json, "spec", "nodeName"));
    kept.put("status", only(json, "status", "phase"));
    Pod pod = (Pod) ObjectReader.read(kept, Pod.TYPE);
    return pod.isBound() ? Optional.of(requesting(pod, Resources.EMPTY)) : Optional.empty();
  }

  private static JsonTree only(JsonTree json, String part, String... names) {
    JsonTree kept = new JsonTree();
    for (String name : names) {
      kept.put(name, json.object(part).text(name));
    }
    return kept;
  }

  private static Pod requesting(Pod pod, Resources resources) {
    Resources requests = resources.with(MARK, Quantity.of(1));
    Container all = Container.of("all", ResourceRequirements.of(requests, Resources.EMPTY));
    PodSpec spec = pod.spec().withContainers(List.of(all));
    return pod.withSpec(spec);
  }

  private static boolean isOne(Pod pod) {
    return pod.spec().containers().stream().anyMatch(c -> c.resources().requests().contains(MARK));
  }

  /** Returns the pods that take another amount after the change. */
  static List<Pod> toSize(ObjectChange change, Cluster now) {
    if (change.after().orElse(null) instanceof Pod pod) {
      return isOne(pod) ? List.of(pod) : List.of();
    }
    return change.after().or(change::before).orElse(null) instanceof Node node
            && !allocatable(change.before()).equals(allocatable(change.after()))
        ? now.podsOn(node.name()).stream().filter(WholeNodePods::isOne).toList()
        : List.of();
  }

  /** Returns the pod with all that its node has now. */
  static Pod sized(Pod pod, Cluster now) {
    Optional<Node> node = now.find(Node.class, "", pod.spec().nodeName());
    return requesting(pod, allocatable(node));
  }

  private static Resources allocatable(Optional<? extends ApiObject> node) {
    return node.map(n -> ((Node) n).allocatable()).orElse(Resources.EMPTY);
  }
}
