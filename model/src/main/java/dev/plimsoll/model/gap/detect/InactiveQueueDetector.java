package dev.plimsoll.model.gap.detect;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterQueue;
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

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.QueueInactive);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return waiting(context).isEmpty()
        ? Unread.NOTHING
        : Unread.of(context.cluster(), List.of(Requirement.all(ClusterQueue.RESOURCE)))
            .and(context.unread(List.of(LocalQueue.RESOURCE, Queued.RESOURCE)));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    Cluster cluster = context.cluster();
    List<Finding> found = new ArrayList<>();
    group(waiting(context), w -> QueuedWorkloads.clusterQueue(cluster, w))
        .forEach(
            (name, workloads) ->
                cluster
                    .find(ClusterQueue.class, "", name)
                    .flatMap(
                        q ->
                            state(q.isStopped(), q.stopPolicy(), q.conditions())
                                .map(s -> finding(context, q, s, workloads)))
                    .ifPresent(found::add));
    group(
            waiting(context),
            w -> Optional.of(w.namespace() + "/" + QueuedWorkloads.details(w).queue()))
        .values()
        .forEach(
            workloads ->
                cluster
                    .find(
                        LocalQueue.class,
                        workloads.get(0).namespace(),
                        QueuedWorkloads.details(workloads.get(0)).queue())
                    .filter(LocalQueue::isStopped)
                    .map(q -> finding(context, q, stopped(q.stopPolicy()), workloads))
                    .ifPresent(found::add));
    return found;
  }

  private static List<Workload> waiting(DetectionContext context) {
    return QueuedWorkloads.list(context.cluster()).stream()
        .filter(Workload::waiting)
        .filter(w -> context.namespace().isEmpty() || w.namespace().equals(context.namespace()))
        .toList();
  }

  private static Map<String, List<Workload>> group(
      List<Workload> workloads, Function<Workload, Optional<String>> queue) {
    return workloads.stream()
        .filter(w -> queue.apply(w).isPresent())
        .collect(groupingBy(w -> queue.apply(w).orElseThrow(), TreeMap::new, toList()));
  }

  private static Optional<String> state(
      boolean isStopped, String stopPolicy, List<Condition> conditions) {
    return isStopped
        ? Optional.of(stopped(stopPolicy))
        : conditions.stream()
            .filter(c -> c.type().equals("Active") && c.status().equals("False"))
            .findFirst()
            .map(
                c ->
                    "is not active, as Kueue says (%s: \"%s\")".formatted(c.reason(), c.message()));
  }

  private static String stopped(String stopPolicy) {
    return "is stopped (stopPolicy " + stopPolicy + ")";
  }

  private static Finding finding(
      DetectionContext context, ApiObject queue, String state, List<Workload> workloads) {
    int count = workloads.size();
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
        .cause(context, new GapCause.Unremedied());
  }
}
