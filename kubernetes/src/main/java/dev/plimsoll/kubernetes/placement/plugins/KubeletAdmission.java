package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.placement.snapshot.HostPort;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.placement.snapshot.ResourceIndex;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;

/**
 * Decides as the kubelet does on a pod that was created with a node. Such a pod bypasses
 * kube-scheduler, and it fails if the kubelet rejects it. The kubelet checks fewer rules than the
 * scheduler: only evicting taints, and only extended resources that the node has. Evictions in
 * favour of a critical pod aren't modelled.
 *
 * <p>Sources: {@code Admit} and {@code generalFilter} in {@code
 * pkg/kubelet/lifecycle/predicate.go}, {@code AdmissionCheck} in {@code
 * pkg/scheduler/eventhandlers.go}.
 */
public final class KubeletAdmission {
  /** The resources that must have been read for a certain decision of a kubelet. */
  public static final List<Requirement> REQUIREMENTS =
      List.of(Requirement.all(Node.RESOURCE), Requirement.all(Pod.RESOURCE));

  private KubeletAdmission() {}

  /**
   * Why a kubelet rejects a pod.
   *
   * @param reason the pod's {@code status.reason}
   * @param message the text with it
   */
  public record KubeletRejection(String reason, String message) {}

  /**
   * Returns why the pod's node rejects it; nothing if it starts there or the node isn't in the
   * snapshot.
   */
  public static Optional<KubeletRejection> admit(Snapshot snapshot, Pod pod) {
    return snapshot.node(pod.spec().nodeName()).flatMap(node -> admit(snapshot, node, pod));
  }

  private static Optional<KubeletRejection> admit(Snapshot snapshot, NodeInfo node, Pod pod) {
    PodInfo info = snapshot.podInfo(pod);
    return lacking(snapshot, node, pod)
        .or(
            () ->
                when(
                    !RequiredNodeAffinity.of(pod).matches(node.node()),
                    "NodeAffinity",
                    "node(s) didn't match Pod's node affinity/selector"))
        .or(
            () ->
                when(
                    hasConflict(info, node),
                    "NodePorts",
                    "node(s) didn't have free ports for the requested pod ports"))
        .or(
            () ->
                when(
                    evicts(node, pod),
                    "TaintToleration",
                    "node(s) had taints that the pod didn't tolerate"));
  }

  private static Optional<KubeletRejection> lacking(Snapshot snapshot, NodeInfo node, Pod pod) {
    if (node.pods().size() + 1 > node.allowedPods()) {
      return Optional.of(outOf(ResourceName.PODS, 1, node.pods().size(), node.allowedPods()));
    }
    Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
    for (ResourceName name : requests.names()) {
      int index = snapshot.resources().of(name);
      long amount = ResourceIndex.amount(name, requests.getOrZero(name));
      boolean unknown = name.isExtended() && !node.node().allocatable().contains(name);
      if (index < 0 || amount == 0 || unknown) {
        continue;
      }
      long used = node.requested().get(index);
      long capacity = node.allocatable().get(index);
      if (amount > capacity - used) {
        return Optional.of(outOf(name, amount, used, capacity));
      }
    }
    return Optional.empty();
  }

  private static KubeletRejection outOf(
      ResourceName name, long requested, long used, long capacity) {
    return new KubeletRejection(
        "OutOf" + name,
        "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d"
            .formatted(name, requested, used, capacity));
  }

  private static Optional<KubeletRejection> when(boolean fails, String predicate, String why) {
    return fails
        ? Optional.of(new KubeletRejection(predicate, "Predicate " + predicate + " failed: " + why))
        : Optional.empty();
  }

  private static boolean hasConflict(PodInfo pod, NodeInfo node) {
    for (HostPort port : pod.hostPorts()) {
      if (node.usedPorts().stream().anyMatch(port::conflictsWith)) {
        return true;
      }
    }
    return false;
  }

  private static boolean evicts(NodeInfo node, Pod pod) {
    for (Taint taint : node.node().taints()) {
      if (taint.effect().equals("NoExecute")
          && !Tolerations.tolerates(pod.spec().tolerations(), taint)) {
        return true;
      }
    }
    return false;
  }
}
