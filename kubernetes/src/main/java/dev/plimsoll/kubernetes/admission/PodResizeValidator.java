package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.validation.GoJson;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Kubernetes' admission plug-in that denies a resize beyond what the pod's node has. Other pods on
 * the node don't count; that is the kubelet's to decide. There since Kubernetes 1.36.
 *
 * <p>Source: {@code plugin/pkg/admission/podresize/admission.go}.
 */
final class PodResizeValidator implements Layer {
  private static final String OS_LABEL = "kubernetes.io/os";

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!cluster.controlPlane().isAtLeast(KubernetesVersion.V1_36)
        || !request.subresource().equals("resize")
        || !(request.object() instanceof Pod pod)
        || !(request.old().orElse(pod) instanceof Pod old)) {
      return Optional.empty();
    }
    Optional<Node> node = cluster.find(Node.class, "", pod.spec().nodeName());
    return validate(pod, old, node)
        .map(message -> AdmissionStep.forbidden("PodResizeValidator", pod, message));
  }

  /**
   * Returns why the resize is forbidden, in Kubernetes' words after {@code … is forbidden: }.
   *
   * @param updated the pod as it would be stored
   * @param old the pod as stored
   * @param node the pod's node; empty where the pod has none or the node is unknown
   */
  static Optional<String> validate(Pod updated, Pod old, Optional<Node> node) {
    if (!updated.isBound() || updated.spec().equals(old.spec())) {
      return Optional.empty();
    }
    if (node.isEmpty()) {
      return Optional.of("node " + GoJson.string(updated.spec().nodeName()) + " not found");
    }
    String os = node.get().metadata().labels().getOrDefault(OS_LABEL, "linux");
    if (!os.equals("linux")) {
      return Optional.of(
          "pod resize is only supported on linux nodes, node "
              + GoJson.string(node.get().name())
              + " is "
              + GoJson.string(os));
    }
    return excess(
        PodResources.requests(updated, PodResourcesOptions.SCHEDULER_INCOMING),
        node.get().allocatable());
  }

  private static Optional<String> excess(Resources requests, Resources allocatable) {
    List<String> parts = new ArrayList<>();
    Quantity cpu = requests.getOrZero(ResourceName.CPU);
    Quantity cpuAllocatable = allocatable.getOrZero(ResourceName.CPU);
    if (cpu.compareTo(cpuAllocatable) > 0) {
      parts.add(
          "cpu, requested: " + cpu.milliValue() + ", allocatable: " + cpuAllocatable.milliValue());
    }
    Quantity memory = requests.getOrZero(ResourceName.MEMORY);
    Quantity memoryAllocatable = allocatable.getOrZero(ResourceName.MEMORY);
    if (memory.compareTo(memoryAllocatable) > 0) {
      parts.add(
          "memory, requested: " + memory.value() + ", allocatable: " + memoryAllocatable.value());
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("node didn't have enough allocatable resources: " + String.join("; ", parts));
  }
}
