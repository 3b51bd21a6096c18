package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.capacity.DeviceHeadroom;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.SchedulerQueue;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Compares the amounts of Volcano's and KAI's queues with what nodes have. Volcano's guarantees and
 * KAI's quotas add up. A queue counts with its own amount or with the amounts below it, whichever
 * is more.
 */
final class PromisedQueueDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.QuotaUnreachable, GapKind.QuotasOvercommitted);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return queues(context).stream()
        .map(q -> q.api().resource())
        .distinct()
        .map(r -> context.unreadNodes().and(context.unread(List.of(r))))
        .reduce(Unread.NOTHING, Unread::and);
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    List<Finding> found = new ArrayList<>();
    if (!context.unreadNodes().isEmpty() || context.cluster().nodes().isEmpty()) {
      return found;
    }
    for (SchedulerQueue queue : queues(context)) {
      Stream.of(queue.guarantee(), queue.deserved(), queue.limit())
          .flatMap(r -> r.names().stream())
          .distinct()
          .filter(r -> isOfNodes(context, r))
          .forEach(r -> unreachable(context, queue, r).ifPresent(found::add));
    }
    for (QueueApi api : QueueApi.values()) {
      if (context.cluster().covers(api.resource())) {
        List<SchedulerQueue> all = queues(context).stream().filter(q -> q.api() == api).toList();
        context.totals().scarce().stream()
            .filter(r -> isOfNodes(context, r))
            .forEach(r -> sum(context, api, all, r).ifPresent(found::add));
      }
    }
    return found;
  }

  private static Collection<SchedulerQueue> queues(DetectionContext context) {
    return context.namespace().isEmpty() ? context.cluster().list(SchedulerQueue.class) : List.of();
  }

  private static boolean isOfNodes(DetectionContext context, ResourceName resource) {
    return (resource.isExtended()
            || resource.equals(ResourceName.CPU)
            || resource.equals(ResourceName.MEMORY))
        && !DeviceHeadroom.mayServe(context.cluster(), resource);
  }

  private static Optional<Finding> unreachable(
      DetectionContext context, SchedulerQueue queue, ResourceName resource) {
    Quantity schedulable = context.totals().schedulable().getOrZero(resource);
    Map<String, Resources> fields = new LinkedHashMap<>();
    fields.put("guarantee", queue.guarantee());
    fields.put(queue.api().deserved(), queue.deserved());
    fields.put(queue.api().limit(), queue.limit());
    return fields.entrySet().stream()
        .filter(f -> f.getValue().getOrZero(resource).compareTo(schedulable) > 0)
        .findFirst()
        .map(
            f ->
                FindingBuilder.of(GapKind.QuotaUnreachable, queue)
                    .resource(resource)
                    .message(
                        "Queue %s has %s %s of %s, but schedulable nodes have %s in total"
                            .formatted(
                                queue.name(),
                                f.getKey(),
                                f.getValue().getOrZero(resource),
                                resource,
                                schedulable))
                    .evidence("scheduler", queue.api().label())
                    .evidence(f.getKey(), f.getValue().getOrZero(resource))
                    .evidence("schedulable", schedulable)
                    .cause(context, new GapCause.Unremedied()));
  }

  private static Optional<Finding> sum(
      DetectionContext context, QueueApi api, List<SchedulerQueue> all, ResourceName resource) {
    Map<String, Quantity> promised = promised(all, resource);
    Quantity sum = sum(promised);
    Quantity allocatable = context.totals().all().getOrZero(resource);
    if (promised.size() < 2 || sum.compareTo(allocatable) <= 0) {
      return Optional.empty();
    }
    SchedulerQueue largest =
        all.stream()
            .filter(q -> promised.containsKey(q.name()))
            .max(Comparator.comparing(q -> promised.getOrDefault(q.name(), Quantity.ZERO)))
            .orElseThrow();
    String field = api == QueueApi.VOLCANO ? "guarantee" : api.deserved();
    FindingBuilder gap =
        FindingBuilder.of(GapKind.QuotasOvercommitted, largest)
            .resource(resource)
            .message(
                "the %ss of %d queues of %s are %s %s in total, but all nodes have %s"
                    .formatted(field, promised.size(), api.label(), sum, resource, allocatable))
            .evidence("promised", sum)
            .evidence("allocatable", allocatable);
    promised.forEach((name, amount) -> gap.evidence(field + " of " + name, amount));
    return Optional.of(gap.cause(context, new GapCause.Unremedied()));
  }

  /** Returns the promises that add up, from the leaves up. Queues in a cycle don't count. */
  private static Map<String, Quantity> promised(List<SchedulerQueue> all, ResourceName resource) {
    Map<String, SchedulerQueue> byName = new HashMap<>();
    all.forEach(q -> byName.put(q.name(), q));
    Map<String, Integer> children = new HashMap<>();
    all.forEach(q -> children.merge(q.parent(), 1, Integer::sum));
    Map<String, Map<String, Quantity>> below = new HashMap<>();
    Deque<SchedulerQueue> ready =
        new ArrayDeque<>(all.stream().filter(q -> !children.containsKey(q.name())).toList());
    while (!ready.isEmpty()) {
      SchedulerQueue queue = ready.removeFirst();
      Map<String, Quantity> sum = below.getOrDefault(queue.name(), Map.of());
      Quantity own =
          (queue.api() == QueueApi.VOLCANO ? queue.guarantee() : queue.deserved())
              .getOrZero(resource);
      boolean isOwn = own.signum() > 0 && own.compareTo(sum(sum)) >= 0;
      SchedulerQueue parent = byName.get(queue.parent());
      below
          .computeIfAbsent(parent == null ? "" : queue.parent(), k -> new TreeMap<>())
          .putAll(isOwn ? Map.of(queue.name(), own) : sum);
      if (parent != null && children.merge(queue.parent(), -1, Integer::sum) == 0) {
        ready.addLast(parent);
      }
    }
    return below.getOrDefault("", Map.of());
  }

  private static Quantity sum(Map<String, Quantity> amounts) {
    return amounts.values().stream().reduce(Quantity.ZERO, Quantity::add);
  }
}
