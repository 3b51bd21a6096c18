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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Decides as the kubelet does on a pod that was created with a node. Such a pod bypasses
 * kube-scheduler, and it fails if the kubelet rejects it. The kubelet checks fewer rules than the
 * scheduler: only evicting taints, and only extended resources that the node has. For a critical
 * pod the kubelet ends other pods. The policy of supplemental groups isn't modelled.
 *
 * <p>Sources: {@code Admit} and {@code generalFilter} in {@code
 * pkg/kubelet/lifecycle/predicate.go}, {@code HandleAdmissionFailure} in {@code
 * pkg/kubelet/preemption/preemption.go}, {@code AdmissionCheck} in {@code
 * pkg/scheduler/eventhandlers.go}.
 */
public final class KubeletAdmission {
  /** The resources that must have been read for a certain decision of a kubelet. */
  public static final List<Requirement> REQUIREMENTS =
      List.of(Requirement.all(Node.RESOURCE), Requirement.all(Pod.RESOURCE));

  private static final String SYSTEM = "kubernetes.io/os";

  /** The order in which kubelet looks at resources. It looks at others in no fixed order. */
  private static final Comparator<ResourceName> CHECKED =
      Comparator.comparingInt(
              (ResourceName name) ->
                  List.of(ResourceName.EPHEMERAL_STORAGE, ResourceName.MEMORY, ResourceName.CPU)
                      .indexOf(name))
          .reversed()
          .thenComparing(Comparator.naturalOrder());

  private KubeletAdmission() {}

  /**
   * Why a kubelet rejects a pod.
   *
   * @param reason the pod's {@code status.reason}
   * @param message the text with it
   */
  public record KubeletRejection(String reason, String message) {}

  /**
   * The decision on a pod.
   *
   * @param rejection why the kubelet rejects the pod; empty if the pod starts
   * @param ended the pods that the kubelet ends for the pod
   */
  public record KubeletDecision(Optional<KubeletRejection> rejection, List<Pod> ended) {
    private static final KubeletDecision ADMITTED =
        new KubeletDecision(Optional.empty(), List.of());

    private static KubeletDecision rejected(KubeletRejection rejection) {
      return new KubeletDecision(Optional.of(rejection), List.of());
    }
  }

  /**
   * Returns the decision on a pod with a node; the pod starts if the node isn't in the snapshot.
   */
  public static KubeletDecision decide(Snapshot snapshot, Pod pod) {
    return snapshot
        .node(pod.spec().nodeName())
        .map(node -> decide(snapshot, node, pod))
        .orElse(KubeletDecision.ADMITTED);
  }

  private static KubeletDecision decide(Snapshot snapshot, NodeInfo node, Pod pod) {
    Optional<KubeletRejection> system = ofOperatingSystem(node.node(), pod);
    if (system.isPresent()) {
      return KubeletDecision.rejected(system.get());
    }
    List<Shortage> shortages = shortages(snapshot, node, pod);
    if (!shortages.isEmpty() && !CriticalPodPreemption.isCritical(pod)) {
      return KubeletDecision.rejected(shortages.get(0).rejection());
    }
    Optional<KubeletRejection> predicate = predicate(snapshot.podInfo(pod), node, pod);
    if (predicate.isPresent()) {
      return KubeletDecision.rejected(predicate.get());
    }
    return shortages.isEmpty() ? KubeletDecision.ADMITTED : preempting(node, pod, shortages);
  }

  private static KubeletDecision preempting(NodeInfo node, Pod pod, List<Shortage> shortages) {
    CriticalPodPreemption preemption =
        CriticalPodPreemption.of(
            pod,
            node.pods().stream().map(PodInfo::pod).toList(),
            shortages.stream().map(Shortage::lack).toList());
    return preemption.unmet().isEmpty()
        ? new KubeletDecision(Optional.empty(), preemption.ended())
        : KubeletDecision.rejected(
            new KubeletRejection("UnexpectedAdmissionError", preemption.message()));
  }

  /** Without the label, the operating system of a node is not known. */
  private static Optional<KubeletRejection> ofOperatingSystem(Node node, Pod pod) {
    String system = node.metadata().labels().getOrDefault(SYSTEM, "");
    String wanted = pod.metadata().labels().getOrDefault(SYSTEM, system);
    String built = pod.spec().security().os();
    if (system.isEmpty()) {
      return Optional.empty();
    }
    if (!wanted.equals(system)) {
      return Optional.of(
          new KubeletRejection(
              "PodOSSelectorNodeLabelDoesNotMatch",
              "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label"));
    }
    return built.isEmpty() || built.equals(system)
        ? Optional.empty()
        : Optional.of(
            new KubeletRejection(
                "PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"));
  }

  private static Optional<KubeletRejection> predicate(PodInfo info, NodeInfo node, Pod pod) {
    return when(
            !RequiredNodeAffinity.of(pod).matches(node.node()),
            "NodeAffinity",
            "node(s) didn't match Pod's node affinity/selector")
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

  private static List<Shortage> shortages(Snapshot snapshot, NodeInfo node, Pod pod) {
    List<Shortage> all = new ArrayList<>();
    if (node.pods().size() + 1 > node.allowedPods()) {
      all.add(new Shortage(ResourceName.PODS, 1, node.pods().size(), node.allowedPods()));
    }
    Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
    for (ResourceName name : requests.names().stream().sorted(CHECKED).toList()) {
      int index = snapshot.resources().of(name);
      long amount = ResourceIndex.amount(name, requests.getOrZero(name));
      boolean unknown = name.isExtended() && !node.node().allocatable().contains(name);
      if (index < 0 || amount == 0 || unknown) {
        continue;
      }
      long used = node.requested().get(index);
      long capacity = node.allocatable().get(index);
      if (amount > capacity - used) {
        all.add(new Shortage(name, amount, used, capacity));
      }
    }
    return all;
  }

  private record Shortage(ResourceName name, long requested, long used, long capacity) {
    KubeletRejection rejection() {
      return new KubeletRejection(
          "OutOf" + name,
          "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d"
              .formatted(name, requested, used, capacity));
    }

    CriticalPodPreemption.Lack lack() {
      return new CriticalPodPreemption.Lack(name, requested - (capacity - used));
    }
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
