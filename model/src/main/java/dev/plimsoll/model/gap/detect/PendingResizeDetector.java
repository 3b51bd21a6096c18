package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.ResizeOnNode;
import java.util.List;
import java.util.Set;

/** Finds running pods whose resize the API server has admitted and their kubelet has not. */
final class PendingResizeDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.ResizePending);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.unread(List.of(Pod.RESOURCE));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context
        .examination()
        .each(context.workloads(), WorkloadPods::root, w -> findings(context, w));
  }

  private static List<Finding> findings(DetectionContext context, WorkloadPods workload) {
    List<ResizeOnNode> pending =
        workload.pods().stream()
            .flatMap(p -> ResizeOnNode.of(context.cluster(), p).stream())
            .toList();
    return pending.isEmpty() ? List.of() : List.of(finding(context, workload, pending));
  }

  private static Finding finding(
      DetectionContext context, WorkloadPods workload, List<ResizeOnNode> pending) {
    ResizeOnNode first = pending.get(0);
    int more = pending.size() - 1;
    FindingBuilder finding =
        FindingBuilder.of(GapKind.ResizePending, workload.root())
            .message(
                first.state()
                    + ": "
                    + first.cause()
                    + (more == 0
                        ? ""
                        : "; " + more + " more " + (more == 1 ? "pod waits" : "pods wait")))
            .evidence("reason", first.resize().condition().reason())
            .evidence("pods", pending.size());
    List<ResourceName> lacking = first.lacking();
    return (lacking.isEmpty() ? finding : finding.resource(lacking.get(0)))
        .cause(context, new GapCause.Unremedied());
  }
}
