package dev.plimsoll.model.gap.detect;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.queue.QueuedWorkloads;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds LocalQueues that Workloads of Kueue name in vain: absent, without a ClusterQueue, or with a
 * ClusterQueue that doesn't select the namespace.
 *
 * <p>Source: {@code getQueueBlocker} in {@code
 * sigs.k8s.io/kueue/pkg/controller/core/workload_controller.go}, {@code ValidateAdmissibility} in
 * {@code sigs.k8s.io/kueue/pkg/workload/resources.go}.
 */
final class MisconfiguredQueueDetector implements GapDetector {
  private static final String NO_CLUSTER_QUEUE = "ClusterQueueDoesNotExist";

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.QueueMisconfigured);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return QueuedWorkloads.mayWait(context.cluster(), context.namespace())
        ? Unread.of(context.cluster(), List.of(Requirement.all(ClusterQueue.RESOURCE)))
            .and(context.unread(List.of(LocalQueue.RESOURCE, Queued.RESOURCE)))
        : Unread.NOTHING;
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    Map<ObjectReference, List<QueuedPods>> queues =
        QueuedPods.waiting(context).stream()
            .collect(groupingBy(MisconfiguredQueueDetector::queue, LinkedHashMap::new, toList()));
    return queues.entrySet().stream()
        .flatMap(
            e ->
                error(context.cluster(), e.getKey())
                    .map(m -> finding(context, e.getKey(), m, e.getValue()))
                    .stream())
        .toList();
  }

  private static ObjectReference queue(QueuedPods queued) {
    return new ObjectReference(
        LocalQueue.TYPE.kind(),
        queued.workload().namespace(),
        QueuedWorkloads.details(queued.workload()).queue(),
        "");
  }

  private static Optional<String> error(Cluster cluster, ObjectReference queue) {
    Optional<LocalQueue> local = cluster.find(LocalQueue.class, queue.namespace(), queue.name());
    if (local.isEmpty()) {
      return cluster.covers(LocalQueue.RESOURCE, queue.namespace()) && !queue.name().isEmpty()
          ? Optional.of("does not exist")
          : Optional.empty();
    }
    String name = local.get().clusterQueue();
    Optional<ClusterQueue> found = cluster.find(ClusterQueue.class, "", name);
    if (found.isEmpty()) {
      return cluster.covers(ClusterQueue.RESOURCE)
          ? Optional.of("names ClusterQueue " + name + ", which does not exist")
          : said(local.get());
    }
    return cluster
        .find(Namespace.class, "", queue.namespace())
        .filter(n -> !found.get().selects(n))
        .map(n -> "names ClusterQueue " + name + ", which does not select the namespace");
  }

  /** Returns Kueue's words about a ClusterQueue that was not read. */
  private static Optional<String> said(LocalQueue queue) {
    return queue.conditions().stream()
        .filter(c -> c.type().equals("Active") && c.reason().equals(NO_CLUSTER_QUEUE))
        .findFirst()
        .map(Condition::reason)
        .map(r -> "has no ClusterQueue " + queue.clusterQueue() + ", as Kueue says (" + r + ")");
  }

  private static Finding finding(
      DetectionContext context, ObjectReference queue, String error, List<QueuedPods> queued) {
    String count = QueuedPods.count(queued.stream().map(QueuedPods::workload).toList());
    return FindingBuilder.of(GapKind.QueueMisconfigured, queue)
        .message(
            "LocalQueue %s %s, and %s %s there"
                .formatted(queue.name(), error, count, queued.size() == 1 ? "waits" : "wait"))
        .evidence("waitingWorkloads", queued.size())
        .pods(queued.stream().mapToInt(QueuedPods::pods).sum())
        .cost(QueuedPods.cost(queued))
        .workloads(queued.stream().flatMap(q -> q.owner().stream()).toList())
        .cause(context, new GapCause.Unremedied());
  }
}
