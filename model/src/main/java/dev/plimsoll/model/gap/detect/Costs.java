package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.device.DeviceUnits;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.gap.cost.GapCostBuilder;
import dev.plimsoll.model.gap.cost.WaitingSince;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** The costs of the detectors' findings. */
final class Costs {
  private Costs() {}

  /** Returns the cost of pods that don't exist; their requests are the requests after admission. */
  static Consumer<GapCostBuilder> denied(
      DetectionContext context, Collection<WorkloadDenial> denials) {
    return cost -> {
      for (WorkloadDenial denial : denials) {
        Pod pod =
            denial.report().object() instanceof Pod admitted ? admitted : denial.attempt().pod();
        cost.denied(
            DetectionContext.requests(pod),
            denial.deniedPods(),
            WaitingSince.ofMissingPods(context.waitingEvents(), denial.owner().workload()));
      }
    };
  }

  /** Returns the cost of pods without a node. */
  static Consumer<GapCostBuilder> pending(List<Pod> pods) {
    return cost -> {
      Resources requests = DetectionContext.requests(pods.get(0));
      for (Pod pod : pods) {
        boolean alike = pod.spec().equals(pods.get(0).spec());
        cost.pending(alike ? requests : DetectionContext.requests(pod), WaitingSince.ofPod(pod));
      }
    };
  }

  /** Returns the cost of a node with a free resource that no pod can use. */
  static Consumer<GapCostBuilder> idle(
      DetectionContext context, Node node, ResourceName resource, Quantity free) {
    return cost ->
        cost.idle(
            DeviceUnits.of(node, resource),
            free.value(),
            WaitingSince.ofNode(context.waitingEvents(), node));
  }
}
