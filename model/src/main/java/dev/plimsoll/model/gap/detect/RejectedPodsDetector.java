package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds workloads whose last pod was placed by the scheduler and rejected by its kubelet. A later
 * pod that has started ends the gap, and so does the end of the workload.
 *
 * <p>Source: {@code rejectPod} in {@code pkg/kubelet/kubelet.go}.
 */
final class RejectedPodsDetector implements GapDetector {
  private static final String REJECTED = "Pod was rejected";

  private static final Comparator<Pod> BY_AGE =
      Comparator.comparing((Pod p) -> p.metadata().creationTimestamp().orElse(Instant.EPOCH))
          .thenComparing(p -> isRejected(p) ? 0 : 1)
          .thenComparing(Pod::name);

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.RejectedByKubelet);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.unread(List.of(Pod.RESOURCE));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context
        .examination()
        .each(
            context.workloads(),
            WorkloadPods::root,
            w ->
                last(w)
                    .filter(p -> isRejected(p) && !hasEnded(w))
                    .map(p -> List.of(finding(context, w, p)))
                    .orElse(List.of()));
  }

  /** Returns the last pod that a kubelet has rejected or started. */
  private static Optional<Pod> last(WorkloadPods workload) {
    return workload.pods().stream()
        .filter(p -> p.isTerminal() || p.status().phase().equals("Running"))
        .max(BY_AGE);
  }

  private static boolean isRejected(Pod pod) {
    return pod.status().phase().equals("Failed") && pod.status().message().startsWith(REJECTED);
  }

  private static boolean hasEnded(WorkloadPods workload) {
    return !workload.templateOwners().isEmpty()
        && workload.templateOwners().stream().allMatch(o -> o.workload().inactive());
  }

  private static Finding finding(DetectionContext context, WorkloadPods workload, Pod last) {
    PodStatus status = last.status();
    long count = workload.pods().stream().filter(RejectedPodsDetector::isRejected).count();
    String who =
        count == 1
            ? "the kubelet of node %s rejected pod %s"
            : "kubelets rejected " + count + " pods, of node %s the last one, %s";
    FindingBuilder finding =
        FindingBuilder.of(GapKind.RejectedByKubelet, workload.root())
            .message(
                who.formatted(last.spec().nodeName(), last.name())
                    + ": "
                    + status.reason()
                    + ", \""
                    + status.message().strip()
                    + "\"")
            .evidence("reason", status.reason())
            .evidence("node", last.spec().nodeName())
            .evidence("rejectedPods", count);
    return resource(last)
        .map(finding::resource)
        .orElse(finding)
        .cause(context, new GapCause.Unremedied());
  }

  /** Returns the requested resource that the kubelet names. */
  private static Optional<ResourceName> resource(Pod pod) {
    String words = pod.status().reason() + " " + pod.status().message();
    return DetectionContext.requests(pod).removeZeros().names().stream()
        .filter(r -> words.contains(r.name()))
        .max(Comparator.comparing(ResourceName::isExtended).thenComparing(r -> r.name().length()));
  }
}
