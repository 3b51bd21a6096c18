package dev.plimsoll.model.gap.detect;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.queue.QueueShortage;
import dev.plimsoll.model.queue.QueuedWorkloads;
import dev.plimsoll.model.whatif.PlacedCount;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds Workloads that lack quota of their ClusterQueue, while nodes would take their pods. */
final class ExhaustedQueueDetector implements GapDetector {

  /** A Workload with its shortage. */
  private record Case(QueuedPods queued, QueueShortage shortage) {
    private ObjectReference root() {
      return queued.root();
    }
  }

  /** The nodes' answer for pods of a flavor. */
  private record Placeable(QueueShortage.Lack lack, int count, int pods) {}

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.QueueExhaustedCapacityFree);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return QueuedWorkloads.mayWait(context.cluster(), context.namespace())
        ? Unread.of(
                context.cluster(),
                List.of(
                    Requirement.all(ClusterQueue.RESOURCE),
                    Requirement.all(Cohort.RESOURCE),
                    Requirement.all(ResourceFlavor.RESOURCE)))
            .and(context.unread(List.of(LocalQueue.RESOURCE, Queued.RESOURCE)))
            .and(context.unreadNodes())
        : Unread.NOTHING;
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    Cluster cluster = context.cluster();
    if (!cluster.covers(ClusterQueue.RESOURCE)
        || !cluster.covers(Cohort.RESOURCE)
        || !cluster.covers(ResourceFlavor.RESOURCE)
        || !cluster.covers(Node.RESOURCE)) {
      return List.of();
    }
    return QueuedPods.waiting(context).stream()
        .flatMap(q -> shortage(cluster, q.workload()).map(s -> new Case(q, s)).stream())
        .collect(groupingBy(Case::root, LinkedHashMap::new, toList()))
        .values()
        .stream()
        .flatMap(alike -> finding(context, alike).stream())
        .toList();
  }

  private static Optional<QueueShortage> shortage(Cluster cluster, Workload workload) {
    boolean isStopped =
        cluster
            .find(LocalQueue.class, workload.namespace(), QueuedWorkloads.details(workload).queue())
            .filter(LocalQueue::isStopped)
            .isPresent();
    return QueuedWorkloads.clusterQueue(cluster, workload)
        .filter(name -> !isStopped && QueuedWorkloads.isCompared(workload))
        .flatMap(name -> cluster.find(ClusterQueue.class, "", name))
        .filter(queue -> !queue.isStopped() && !QueuedWorkloads.isInCycle(cluster, queue))
        .flatMap(queue -> QueueShortage.of(cluster, workload, queue));
  }

  private static Optional<Finding> finding(DetectionContext context, List<Case> alike) {
    QueueShortage first = alike.get(0).shortage();
    return first.lacks().stream()
        .flatMap(lack -> placeable(context, alike, lack).stream())
        .filter(p -> p.count() >= first.leastPods())
        .findFirst()
        .map(p -> finding(context, alike, p));
  }

  private static Optional<Placeable> placeable(
      DetectionContext context, List<Case> alike, QueueShortage.Lack lack) {
    return context
        .cluster()
        .find(ResourceFlavor.class, "", lack.key().flavor())
        .map(
            flavor -> {
              List<Pod> pods =
                  alike.stream().flatMap(c -> c.shortage().pods(flavor).stream()).toList();
              boolean isKnown =
                  pods.stream().allMatch(p -> context.simulation().unreadForPlacing(p).isEmpty());
              int count =
                  isKnown
                      ? PlacedCount.ofAdmitted(context.simulation(), pods)
                          .orElseGet(() -> SimulationRun.place(context.simulation(), pods).placed())
                      : 0;
              return new Placeable(lack, count, pods.size());
            });
  }

  private static Finding finding(DetectionContext context, List<Case> alike, Placeable placeable) {
    Case first = alike.get(0);
    QueueShortage.Lack lack = placeable.lack();
    String workload = first.shortage().workload().name();
    String queue = first.shortage().queue().name();
    return FindingBuilder.of(GapKind.QueueExhaustedCapacityFree, first.root())
        .resource(lack.key().resource())
        .message(
            "%s requests %s %s, and ClusterQueue %s has %s of flavor %s available; nodes have capacity for %d of %d %s"
                .formatted(
                    alike.size() == 1
                        ? "Workload " + workload
                        : "each of %d Workloads, such as %s,".formatted(alike.size(), workload),
                    lack.request(),
                    lack.key().resource(),
                    queue,
                    lack.available(),
                    lack.key().flavor(),
                    placeable.count(),
                    placeable.pods(),
                    placeable.pods() == 1 ? "pod" : "pods"))
        .evidence("workload", workload)
        .evidence("clusterQueue", queue)
        .evidence("flavor", lack.key().flavor())
        .evidence("requested", lack.request())
        .evidence("available", lack.available())
        .evidence("placeable", placeable.count())
        .pods(placeable.pods())
        .cost(QueuedPods.cost(alike.stream().map(Case::queued).toList()))
        .cause(context, new GapCause.Unremedied());
  }
}
