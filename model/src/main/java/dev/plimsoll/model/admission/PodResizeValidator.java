package dev.plimsoll.model.admission;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.validation.GoJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Kubernetes' admission plug-in that forbids to resize a pod beyond its node. Other pods on the
 * node don't matter; that is for the kubelet.
 *
 * <p>Source: {@code plugin/pkg/admission/podresize/admission.go}.
 */
public final class PodResizeValidator {
  private static final String OS_LABEL = "kubernetes.io/os";

  private PodResizeValidator() {}

  /**
   * Returns why the resize is forbidden, in Kubernetes' words after {@code … is forbidden: }.
   *
   * @param wanted the pod as it would be stored
   * @param former the pod as stored
   * @param node the pod's node; empty where the pod has none or the node is unknown
   */
  public static Optional<String> validate(Pod wanted, Pod former, Optional<Node> node) {
    if (!wanted.isBound() || wanted.spec().equals(former.spec())) {
      return Optional.empty();
    }
    if (node.isEmpty()) {
      return Optional.of("node " + GoJson.string(wanted.spec().nodeName()) + " not found");
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
        PodResources.requests(wanted, PodResourcesOptions.SCHEDULER_INCOMING),
        node.get().allocatable());
  }

  private static Optional<String> excess(Resources requests, Resources allocatable) {
    List<String> parts = new ArrayList<>();
    Quantity cpu = requests.getOrZero(ResourceName.CPU);
    Quantity cpuThere = allocatable.getOrZero(ResourceName.CPU);
    if (cpu.compareTo(cpuThere) > 0) {
      parts.add("cpu, requested: " + cpu.milliValue() + ", allocatable: " + cpuThere.milliValue());
    }
    Quantity memory = requests.getOrZero(ResourceName.MEMORY);
    Quantity memoryThere = allocatable.getOrZero(ResourceName.MEMORY);
    if (memory.compareTo(memoryThere) > 0) {
      parts.add("memory, requested: " + memory.value() + ", allocatable: " + memoryThere.value());
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("node didn't have enough allocatable resources: " + String.join("; ", parts));
  }
}
