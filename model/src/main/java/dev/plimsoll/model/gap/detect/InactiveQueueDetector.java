package dev.plimsoll.model.gap.detect;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.queue.QueuedWorkloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds queues of Kueue that admit nothing while Workloads wait in them: stopped by their spec, or
 * not active by Kueue's own condition.
 *
 * <p>Source: {@code StopPolicy} and {@code ClusterQueueActive} in {@code
 * sigs.k8s.io/kueue/apis/kueue/v1beta1/clusterqueue_types.go}.
 */
final class InactiveQueueDetector implements GapDetector {
  /** The reason of a LocalQueue that can't be used because of its ClusterQueue. */
  private static final String OF_CLUSTER_QUEUE = "ClusterQueueIsInactive";

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.QueueInactive);
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
    Cluster cluster = context.cluster();
    List<Finding> found = new ArrayList<>();
    List<QueuedPods> waiting = QueuedPods.waiting(context);
    group(waiting, w -> QueuedWorkloads.clusterQueue(cluster, w))
        .forEach(
            (name, workloads) ->
                cluster
                    .find(ClusterQueue.class, "", name)
                    .flatMap(q -> state(cluster, q).map(s -> finding(context, q, s, workloads)))
                    .ifPresent(found::add));
    group(waiting, w -> Optional.of(w.namespace() + "/" + QueuedWorkloads.details(w).queue()))
        .values()
        .forEach(
            workloads ->
                cluster
                    .find(
                        LocalQueue.class,
                        workloads.get(0).workload().namespace(),
                        QueuedWorkloads.details(workloads.get(0).workload()).queue())
                    .flatMap(q -> state(cluster, q).map(s -> finding(context, q, s, workloads)))
                    .ifPresent(found::add));
    return found;
  }

  private static Map<String, List<QueuedPods>> group(
      List<QueuedPods> waiting, Function<Workload, Optional<String>> queue) {
    return waiting.stream()
        .filter(w -> queue.apply(w.workload()).isPresent())
        .collect(groupingBy(w -> queue.apply(w.workload()).orElseThrow(), TreeMap::new, toList()));
  }

  private static Optional<String> state(Cluster cluster, ClusterQueue queue) {
    if (queue.isStopped()) {
      return Optional.of(stopped(queue.stopPolicy()));
    }
    return cluster.covers(Cohort.RESOURCE) && QueuedWorkloads.isInCycle(cluster, queue)
        ? Optional.of("is in a cohort whose parents form a cycle")
        : inactive(queue.conditions());
  }

  /** Returns the state of a LocalQueue, as far as its ClusterQueue doesn't tell it. */
  private static Optional<String> state(Cluster cluster, LocalQueue queue) {
    if (queue.isStopped()) {
      return Optional.of(stopped(queue.stopPolicy()));
    }
    return cluster.covers(ClusterQueue.RESOURCE)
        ? Optional.empty()
        : inactive(
            queue.conditions().stream().filter(c -> c.reason().equals(OF_CLUSTER_QUEUE)).toList());
  }

  private static Optional<String> inactive(List<Condition> conditions) {
    return conditions.stream()
        .filter(c -> c.type().equals("Active") && c.status().equals("False"))
        .findFirst()
        .map(c -> "is not active, as Kueue says (%s: \"%s\")".formatted(c.reason(), c.message()));
  }

  private static String stopped(String stopPolicy) {
    return "is stopped (stopPolicy " + stopPolicy + ")";
  }

  private static Finding finding(
      DetectionContext context, ApiObject queue, String state, List<QueuedPods> queued) {
    int count = queued.size();
    return FindingBuilder.of(GapKind.QueueInactive, queue)
        .message(
            "%s %s %s, and %d %s there"
                .formatted(
                    queue.type().kind(),
                    queue.name(),
                    state,
                    count,
                    count == 1 ? "Workload waits" : "Workloads wait"))
        .evidence("waitingWorkloads", count)
        .pods(queued.stream().mapToInt(QueuedPods::pods).sum())
        .cost(QueuedPods.cost(queued))
        .workloads(queued.stream().flatMap(q -> q.owner().stream()).toList())
        .cause(context, new GapCause.Unremedied());
  }
}
