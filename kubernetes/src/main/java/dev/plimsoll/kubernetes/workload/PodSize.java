package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.stream.Stream;

/** How much there is of a pod that rules look at one by one. */
final class PodSize {
  private PodSize() {}

  /** Returns how many resources, labels, tolerations and the like a template has. */
  static int fields(Workload.PodTemplate template) {
    PodSpec spec = template.spec();
    int ofContainers =
        Stream.concat(spec.initContainers().stream(), spec.containers().stream())
            .mapToInt(PodSize::fields)
            .sum();
    return ofContainers
        + template.metadata().labels().size()
        + template.metadata().annotations().size()
        + spec.tolerations().size()
        + spec.topologySpreadConstraints().size()
        + spec.nodeSelector().size()
        + spec.schedulingGates().size()
        + spec.volumes().size()
        + spec.resourceClaims().size();
  }

  private static int fields(Container container) {
    return 1
        + container.resources().requests().size()
        + container.resources().limits().size()
        + container.ports().size();
  }
}
