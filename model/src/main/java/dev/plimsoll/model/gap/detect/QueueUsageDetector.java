package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.queue.QueuedWorkloads;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Finds quota of Kueue that Workloads hold without pods, or with pods that find no node. */
final class QueueUsageDetector implements GapDetector {
  /** By then a controller that works has created the pods of a Workload that Kueue admitted. */
  private static final Duration GRACE = Duration.ofMinutes(5);

  private static final Comparator<FlavorResource> EXTENDED_FIRST =
      Comparator.comparing((FlavorResource k) -> !k.resource().isExtended())
          .thenComparing(k -> k.resource().name())
          .thenComparing(FlavorResource::flavor);

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.StaleUsage, GapKind.PendingHoldsQuota);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return QueuedWorkloads.list(context.cluster()).isEmpty()
        ? Unread.NOTHING
        : context.unread(List.of(Pod.RESOURCE, Queued.RESOURCE));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context
        .examination()
        .each(
            QueuedWorkloads.list(context.cluster()).stream()
                .filter(
                    w -> context.namespace().isEmpty() || w.namespace().equals(context.namespace()))
                .filter(w -> !QueuedWorkloads.admitted(w).isEmpty())
                .toList(),
            ApiObject::reference,
            w -> findings(context, w));
  }

  private static List<Finding> findings(DetectionContext context, Workload workload) {
    Optional<WorkloadPods> pods =
        QueuedWorkloads.owners(workload)
            .flatMap(o -> context.simulation().workloads().workloadOf(o).stream())
            .findFirst();
    FlavorResource key =
        QueuedWorkloads.admitted(workload).keySet().stream().min(EXTENDED_FIRST).orElseThrow();
    if (pods.isPresent() && pods.get().missing() == 0 && isIdle(pods.get())) {
      return isOld(context, workload) && knowsPods(context, workload)
          ? List.of(stale(context, workload, key))
          : List.of();
    }
    return pods.stream()
        .flatMap(p -> context.unschedulablePods().stream().filter(u -> isOf(u, p)))
        .findFirst()
        .flatMap(u -> holding(context, workload, key, u))
        .stream()
        .toList();
  }

  private static boolean isIdle(WorkloadPods workload) {
    return workload.pods().stream().allMatch(Pod::isTerminal);
  }

  private static boolean isOf(UnschedulablePods pods, WorkloadPods workload) {
    return pods.exists() && pods.workload().root().equals(workload.root());
  }

  private static boolean isOld(DetectionContext context, Workload workload) {
    return QueuedWorkloads.condition(workload, "Admitted")
        .flatMap(c -> c.lastTransitionTime())
        .filter(t -> t.plus(GRACE).isBefore(context.cluster().asOf()))
        .isPresent();
  }

  private static boolean knowsPods(DetectionContext context, Workload workload) {
    return !QueuedWorkloads.details(workload).elsewhere()
        && context.knows(List.of(Requirement.in(workload.namespace(), Pod.RESOURCE)));
  }

  private static Finding stale(DetectionContext context, Workload workload, FlavorResource key) {
    Quantity held = Objects.requireNonNull(QueuedWorkloads.admitted(workload).get(key));
    String queue = QueuedWorkloads.details(workload).clusterQueue();
    return FindingBuilder.of(GapKind.StaleUsage, workload)
        .resource(key.resource())
        .message(
            "Workload %s holds %s of %s of flavor %s in ClusterQueue %s, but no pod of it runs"
                .formatted(workload.name(), held, key.resource(), key.flavor(), queue))
        .evidence("clusterQueue", queue)
        .evidence("flavor", key.flavor())
        .evidence("recorded", held)
        .evidence("counted", 0)
        .cause(context, new GapCause.Unremedied());
  }

  private static Optional<Finding> holding(
      DetectionContext context, Workload workload, FlavorResource key, UnschedulablePods pods) {
    Map<FlavorResource, Quantity> admitted = QueuedWorkloads.admitted(workload);
    String queue = QueuedWorkloads.details(workload).clusterQueue();
    long waiting =
        QueuedWorkloads.list(context.cluster()).stream()
            .filter(Workload::waiting)
            .filter(
                w -> QueuedWorkloads.clusterQueue(context.cluster(), w).equals(Optional.of(queue)))
            .count();
    Quantity held = Objects.requireNonNull(admitted.get(key));
    return waiting == 0
        ? Optional.empty()
        : Optional.of(
            FindingBuilder.of(GapKind.PendingHoldsQuota, pods.workload().root())
                .resource(key.resource())
                .message(
                    "%d unschedulable %s under Workload %s, which holds %s of %s of flavor %s in ClusterQueue %s; there %d %s"
                        .formatted(
                            pods.pods().size(),
                            pods.pods().size() == 1 ? "pod is" : "pods are",
                            workload.name(),
                            held,
                            key.resource(),
                            key.flavor(),
                            queue,
                            waiting,
                            waiting == 1 ? "Workload waits" : "Workloads wait"))
                .evidence("clusterQueue", queue)
                .evidence("flavor", key.flavor())
                .evidence("held", held)
                .evidence("waitingWorkloads", waiting)
                .cause(context, new GapCause.Unremedied()));
  }
}
