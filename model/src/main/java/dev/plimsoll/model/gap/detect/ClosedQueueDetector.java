package dev.plimsoll.model.gap.detect;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.SchedulerQueue;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.queue.PodGroupAnswer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds queues of Volcano and KAI that take no PodGroup while some wait there: not open, or without
 * the queue above.
 *
 * <p>Sources: {@code QueueStateOpen} in {@code
 * volcano.sh/volcano/pkg/scheduler/plugins/capacity/capacity.go}, {@code cleanQueueOrphans} in
 * {@code github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/cache/cluster_info/queue.go}.
 */
final class ClosedQueueDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.QueueInactive);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return waiting(context).stream()
        .map(g -> g.api().resource())
        .distinct()
        .map(r -> List.of(r, QueueApi.of(r).resource()))
        .map(context::unread)
        .reduce(Unread.NOTHING, Unread::and);
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    List<Finding> found = new ArrayList<>();
    waiting(context).stream()
        .collect(groupingBy(ClosedQueueDetector::queue, TreeMap::new, counting()))
        .forEach(
            (identity, count) ->
                context
                    .cluster()
                    .find(SchedulerQueue.class, "", identity)
                    .flatMap(q -> finding(context, q, count))
                    .ifPresent(found::add));
    return found;
  }

  private static Collection<PodGroup> waiting(DetectionContext context) {
    return (context.namespace().isEmpty()
            ? context.cluster().list(PodGroup.class)
            : context.cluster().list(PodGroup.class, context.namespace()))
        .stream().filter(PodGroupAnswer::isWaiting).toList();
  }

  private static String queue(PodGroup group) {
    return SchedulerQueue.identity(
        QueueApi.of(group.resource()), group.queueing().orElseThrow().queue());
  }

  private static Optional<Finding> finding(
      DetectionContext context, SchedulerQueue queue, long count) {
    Optional<String> state =
        queue.isClosed()
            ? Optional.of("is " + queue.state())
            : missingParent(context.cluster(), queue)
                .map(p -> "is left out by KAI, because Queue " + p + " above it does not exist");
    return state.map(
        s ->
            FindingBuilder.of(GapKind.QueueInactive, queue)
                .message(
                    "Queue %s %s, and %d %s there"
                        .formatted(
                            queue.name(),
                            s,
                            count,
                            count == 1 ? "PodGroup waits" : "PodGroups wait"))
                .evidence("scheduler", queue.api().label())
                .evidence("waitingPodGroups", count)
                .cause(context, new GapCause.Unremedied()));
  }

  /** Returns the name of an absent queue above a queue of KAI. */
  private static Optional<String> missingParent(Cluster cluster, SchedulerQueue queue) {
    Set<String> seen = new HashSet<>();
    Optional<SchedulerQueue> current = Optional.of(queue);
    String name = queue.name();
    while (current.isPresent() && seen.add(name)) {
      name = current.get().parent();
      current = cluster.find(SchedulerQueue.class, "", SchedulerQueue.identity(queue.api(), name));
    }
    return queue.api() == QueueApi.KAI
            && cluster.covers(queue.resource())
            && current.isEmpty()
            && !name.isEmpty()
        ? Optional.of(name)
        : Optional.empty();
  }
}
