package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.WaitingSince;
import dev.plimsoll.model.usage.HeldDevices;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds pods whose deletion doesn't end. Such a pod holds devices, or its controller creates no
 * other pod before. Only the kubelet of its node ends a pod, or the garbage collector once the node
 * is deleted or out of service. Both set its phase first, so finalizers keep only pods that have
 * ended, and these hold nothing.
 *
 * <p>Sources: {@code gc} in {@code pkg/controller/podgc/gc_controller.go}, {@code TerminatePod} in
 * {@code pkg/kubelet/status/status_manager.go}.
 */
final class OverdueDeletionDetector implements GapDetector {
  /** A kubelet needs a while to end containers and to unmount volumes. */
  private static final Duration TOLERATED = Duration.ofMinutes(1);

  private static final String STATEFUL_SET = "StatefulSet";

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.DeletionOverdue);
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
    List<Pod> overdue =
        workload.pods().stream()
            .filter(
                p ->
                    isOverdue(context, p)
                        && (workload.awaitsEndOf(p) || !held(context, p).isEmpty()))
            .sorted(Comparator.comparing(OverdueDeletionDetector::due).thenComparing(Pod::name))
            .toList();
    return overdue.isEmpty() ? List.of() : List.of(finding(context, workload, overdue));
  }

  private static boolean isOverdue(DetectionContext context, Pod pod) {
    return pod.isBound()
        && !pod.isTerminal()
        && pod.isTerminating()
        && due(pod).plus(TOLERATED).isBefore(context.cluster().asOf());
  }

  private static Instant due(Pod pod) {
    return pod.metadata().deletionTimestamp().orElse(Instant.MAX.minus(TOLERATED));
  }

  private static boolean isOfStatefulSet(Pod pod) {
    return pod.metadata().controller().filter(c -> c.kind().equals(STATEFUL_SET)).isPresent();
  }

  private static Map<ResourceName, Long> held(DetectionContext context, Pod pod) {
    return HeldDevices.of(context.cluster(), pod).units();
  }

  private static Finding finding(
      DetectionContext context, WorkloadPods workload, List<Pod> overdue) {
    Map<ResourceName, Long> units = new TreeMap<>();
    overdue.forEach(p -> held(context, p).forEach((name, n) -> units.merge(name, n, Long::sum)));
    FindingBuilder finding =
        FindingBuilder.of(GapKind.DeletionOverdue, workload.root())
            .message(message(context, workload, overdue, units))
            .evidence("since", due(overdue.get(0)))
            .evidence("node", overdue.get(0).spec().nodeName())
            .evidence("overduePods", overdue.size())
            .cost(
                cost ->
                    overdue.forEach(
                        p ->
                            held(context, p)
                                .forEach(
                                    (name, n) ->
                                        cost.idle(
                                            context.totals().devices().unit(node(context, p), name),
                                            n,
                                            Optional.of(WaitingSince.ofDeletion(due(p)))))));
    return units.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(most -> finding.resource(most.getKey()))
        .orElse(finding)
        .cause(context, new GapCause.OverdueDeletion(workload, overdue));
  }

  private static String message(
      DetectionContext context,
      WorkloadPods workload,
      List<Pod> overdue,
      Map<ResourceName, Long> units) {
    Pod first = overdue.get(0);
    String who =
        overdue.size() == 1
            ? "pod " + first.name() + " should be gone"
            : Counted.of(overdue.size(), "pod")
                + " should be gone, the first of them "
                + first.name();
    String holds =
        units.isEmpty()
            ? ""
            : "; devices that can't be used: "
                + units.entrySet().stream()
                    .map(e -> e.getValue() + " " + e.getKey())
                    .collect(Collectors.joining(", "));
    String awaited =
        overdue.stream()
            .filter(workload::awaitsEndOf)
            .findFirst()
            .map(
                p ->
                    isOfStatefulSet(p)
                        ? "; the StatefulSet creates no pod of that name before"
                        : "; its Job creates no pod in its place before")
            .orElse("");
    return who + " since " + due(first) + ": " + cause(context, first) + holds + awaited;
  }

  private static String cause(DetectionContext context, Pod pod) {
    String node = "node " + pod.spec().nodeName();
    Optional<Node> found = node(context, pod);
    if (found.filter(n -> !n.isReady()).isPresent()) {
      return node + " is not ready";
    }
    return found.isPresent() || !context.knows(List.of(Requirement.all(Node.RESOURCE)))
        ? "the kubelet of " + node + " has not ended it"
        : node + " doesn't exist";
  }

  private static Optional<Node> node(DetectionContext context, Pod pod) {
    return context.cluster().find(Node.class, "", pod.spec().nodeName());
  }
}
