package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Whether a node takes new pods, and why not.
 *
 * <p>Of a node alone, that is what its operator and its lifecycle controller say: it is ready, not
 * cordoned, and has no {@linkplain LifecycleTaint taint of its lifecycle} that keeps pods away.
 * Other taints reserve a node for some pods. Of a node and a pod it is what kube-scheduler's
 * plug-ins NodeUnschedulable and TaintToleration say: all taints count, the condition {@code Ready}
 * doesn't.
 */
public sealed interface NodeAvailability {

  /** Returns whether the node takes pods in general. */
  static NodeAvailability of(Node node) {
    if (node.unschedulable()) {
      return new Cordoned();
    }
    return node.isReady()
        ? tainted(node.taints().stream().filter(NodeAvailability::isLifecycle).toList())
        : new NotReady();
  }

  /** Returns whether the node takes a pod with these tolerations. */
  static NodeAvailability of(Node node, List<Toleration> tolerations) {
    if (node.unschedulable() && !Tolerations.tolerateUnschedulable(tolerations)) {
      return new Cordoned();
    }
    return tainted(
        node.taints().stream().filter(t -> !Tolerations.tolerates(tolerations, t)).toList());
  }

  private static NodeAvailability tainted(List<Taint> taints) {
    List<Taint> preventing = taints.stream().filter(Tolerations::preventsScheduling).toList();
    return preventing.isEmpty() ? new Available() : new Tainted(preventing);
  }

  /**
   * Returns whether the taint is set by the state of the node: by Kubernetes, a cloud provider or
   * an autoscaler.
   */
  static boolean isLifecycle(Taint taint) {
    return LifecycleTaint.prospect(taint).isPresent();
  }

  /** Returns whether the node takes pods. */
  default boolean isAvailable() {
    return this instanceof Available;
  }

  /** Returns a message about the node, such as "is cordoned". */
  String message();

  /** Pods can be placed on the node. */
  record Available() implements NodeAvailability {
    @Override
    public String message() {
      return "takes pods";
    }
  }

  /** The node's spec says that it is unschedulable. */
  record Cordoned() implements NodeAvailability {
    @Override
    public String message() {
      return "is cordoned";
    }
  }

  /** The node's condition Ready isn't true. */
  record NotReady() implements NodeAvailability {
    @Override
    public String message() {
      return "is not ready";
    }
  }

  /**
   * The node has taints that keep the pods away.
   *
   * @param taints all of them
   */
  record Tainted(List<Taint> taints) implements NodeAvailability {
    public Tainted {
      taints = List.copyOf(taints);
    }

    @Override
    public String message() {
      return (taints.size() == 1 ? "has the taint " : "has the taints ")
          + taints.stream().map(Taint::text).collect(Collectors.joining(", "));
    }
  }
}
