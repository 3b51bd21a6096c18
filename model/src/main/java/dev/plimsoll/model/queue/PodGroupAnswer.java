package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroup;
import dev.plimsoll.kubernetes.object.PodGroup.Queueing;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The answer of Volcano's or KAI's queue about pods. The words of their PodGroup come first, then
 * its queue and the queues above with their amounts, then the nodes.
 *
 * <p>Sources: {@code volcano.sh/volcano/pkg/scheduler/actions/enqueue/enqueue.go}, {@code
 * volcano.sh/volcano/pkg/scheduler/plugins/capacity/capacity.go}, {@code
 * github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/plugins/proportion/capacity_policy/max_allowed_check.go}.
 */
public final class PodGroupAnswer {
  /** More PodGroups of one workload are only counted. */
  private static final int MOST = 3;

  private static final Set<String> NOT_ENQUEUED = Set.of("", "Pending");

  private final Simulation simulation;
  private final Cluster cluster;
  private final QueueApi api;
  private final ObjectReference root;
  private final List<Pod> pods;
  private final List<String> sentences = new ArrayList<>();
  private boolean isWaiting;

  private PodGroupAnswer(
      Simulation simulation, QueueApi api, ObjectReference root, Collection<Pod> pods) {
    this.simulation = simulation;
    this.cluster = simulation.cluster();
    this.api = api;
    this.root = root;
    this.pods = List.copyOf(pods);
  }

  /**
   * Returns the answer of each scheduler with queues.
   *
   * @param root the workload of the pods
   * @param pods the pods, as far as the question is about them
   */
  public static List<QueueAnswer.Result> of(
      Simulation simulation, ObjectReference root, Collection<Pod> pods) {
    return Stream.of(QueueApi.values())
        .map(api -> new PodGroupAnswer(simulation, api, root, pods).result())
        .toList();
  }

  /** Returns whether a PodGroup waits in its queue, as far as its status says so. */
  public static boolean isWaiting(PodGroup group) {
    return group
        .queueing()
        .filter(
            q ->
                NOT_ENQUEUED.contains(q.phase())
                    ? group.api() != QueueApi.KAI.groups() || isUnschedulable(q)
                    : q.phase().equals("Inqueue"))
        .isPresent();
  }

  private static boolean isUnschedulable(Queueing queueing) {
    return queueing.conditions().stream()
        .anyMatch(c -> c.type().equals("UnschedulableOnNodePool") && c.status().equals("True"));
  }

  private QueueAnswer.Result result() {
    List<Pod> others = pods.stream().filter(this::isOfScheduler).toList();
    Set<String> names = new TreeSet<>();
    others.forEach(p -> names.add(p.metadata().annotations().getOrDefault(api.annotation(), "")));
    names.remove("");
    if (names.isEmpty()) {
      cluster.list(PodGroup.class, root.namespace()).stream()
          .filter(g -> g.api() == api.groups() && isOwned(g))
          .forEach(g -> names.add(g.name()));
    }
    boolean isNamed =
        others.stream().anyMatch(p -> p.spec().schedulerName().equals(api.scheduler()));
    if (isNamed || !names.isEmpty()) {
      names.stream().limit(MOST).forEach(this::group);
      if (names.size() > MOST) {
        sentences.add(names.size() - MOST + " more PodGroups are not looked at");
      }
      end(names.isEmpty());
    }
    return new QueueAnswer.Result(api.label(), sentences, List.of());
  }

  /** The name of a scheduler is free, and the annotation of KAI is a common word. */
  private boolean isOfScheduler(Pod pod) {
    String scheduler = pod.spec().schedulerName();
    String group = pod.metadata().annotations().getOrDefault(api.annotation(), "");
    return !simulation.isScheduled(pod)
        && (Stream.of(QueueApi.values()).anyMatch(a -> a.scheduler().equals(scheduler))
            ? scheduler.equals(api.scheduler())
            : api == QueueApi.VOLCANO || find(group).isPresent());
  }

  private Optional<PodGroup> find(String group) {
    return cluster.find(PodGroup.class, root.namespace(), PodGroup.identity(api.groups(), group));
  }

  private boolean isOwned(PodGroup group) {
    return group.metadata().owners().stream()
        .anyMatch(
            o ->
                o.kind().equals(root.kind())
                    && o.name().equals(root.name())
                    && (root.uid().isEmpty() || o.uid().equals(root.uid())));
  }

  private void end(boolean hasNoGroup) {
    Unread unread =
        Unread.of(
            cluster,
            List.of(
                Requirement.in(root.namespace(), api.groups().resource()),
                Requirement.all(api.resource())));
    if (!unread.isEmpty()) {
      sentences.add("not all of the queue is known, since " + unread.message());
    } else if (hasNoGroup) {
      sentences.add("no annotation " + api.annotation() + " names a PodGroup");
    }
    if (isWaiting) {
      nodes();
      sentences.add(
          "%s's configuration is not read: its plug-ins decide which of these amounts keep a group waiting"
              .formatted(api.label()));
    }
  }

  private void group(String name) {
    String who = "PodGroup " + name;
    Optional<PodGroup> found = find(name);
    if (found.isEmpty()) {
      if (cluster.covers(api.groups().resource(), root.namespace())) {
        sentences.add(who + " does not exist");
      }
      return;
    }
    Queueing queueing = found.get().queueing().orElseThrow();
    if (api == QueueApi.VOLCANO) {
      sentences.add(
          who
              + (queueing.phase().isEmpty()
                  ? " has no phase yet"
                  : ": phase is " + queueing.phase()));
    } else if (queueing.conditions().isEmpty()) {
      sentences.add(who + " has no conditions yet");
    }
    for (Condition condition : queueing.conditions()) {
      sentences.add(QueueAnswer.text(who, condition));
    }
    if (queueing.queue().isEmpty()) {
      sentences.add(who + " names no queue");
    } else {
      Resources need = need(who, found.get(), queueing);
      sentences.addAll(new SchedulerQueueAmounts(cluster, api, need).from(queueing.queue()));
    }
    if (NOT_ENQUEUED.contains(queueing.phase()) && pods.stream().noneMatch(this::exists)) {
      quotas(queueing.minResources());
    }
  }

  /** Returns the least that the PodGroup needs to start; empty if it has started or is unknown. */
  private Resources need(String who, PodGroup group, Queueing queueing) {
    List<Pod> own =
        pods.stream()
            .filter(
                p ->
                    p.metadata()
                        .annotations()
                        .getOrDefault(api.annotation(), group.name())
                        .equals(group.name()))
            .toList();
    List<Pod> waiting = own.stream().filter(p -> !p.isBound() && !p.isTerminal()).toList();
    isWaiting |= isWaiting(group) || !waiting.isEmpty();
    if (api == QueueApi.VOLCANO && NOT_ENQUEUED.contains(queueing.phase())) {
      if (queueing.minResources().isEmpty()) {
        sentences.add(who + " has no minResources, so no queue keeps it from phase Inqueue");
      }
      return queueing.minResources();
    }
    long placed = own.stream().filter(p -> p.isBound() && !p.isTerminal()).count();
    return least(waiting, Math.max(1, group.minCount("").orElse(1) - placed));
  }

  private boolean exists(Pod pod) {
    return cluster.find(Pod.class, pod.namespace(), pod.name()).isPresent();
  }

  /** Compares quotas with what they would charge for a group that has no pods yet. */
  private void quotas(Resources need) {
    List<ResourceQuota> quotas =
        cluster.list(ResourceQuota.class, root.namespace()).stream()
            .filter(q -> q.spec().countsAllPods())
            .toList();
    for (ResourceQuota quota : quotas) {
      Resources hard = quota.spec().hard();
      for (ResourceName key : hard.names()) {
        Quantity amount =
            need.get(key)
                .or(() -> QuotaKeys.nodeResource(key).flatMap(need::get))
                .orElse(Quantity.ZERO);
        Quantity used = quota.status().used().getOrZero(key);
        if (amount.signum() > 0 && used.add(amount).compareTo(hard.getOrZero(key)) > 0) {
          sentences.add(
              "ResourceQuota %s: %s hard %s, used %s; the pods of the group need at least %s, more than is left"
                  .formatted(quota.name(), key, hard.getOrZero(key), used, amount));
        }
      }
    }
  }

  /** Returns the least that a number of the pods can request together. */
  private static Resources least(List<Pod> pods, long count) {
    List<Resources> requests = pods.stream().map(DetectionContext::requests).toList();
    Resources.Builder least = Resources.builder();
    requests.stream()
        .flatMap(r -> r.names().stream())
        .distinct()
        .forEach(
            name ->
                least.put(
                    name,
                    requests.stream()
                        .map(r -> r.getOrZero(name))
                        .sorted()
                        .limit(count)
                        .reduce(Quantity.ZERO, Quantity::add)));
    return least.build();
  }

  private void nodes() {
    pods.stream()
        .filter(p -> !p.isBound() && !p.isTerminal())
        .findFirst()
        .map(p -> p.withSpec(p.spec().with().schedulerName("default-scheduler").build()))
        .filter(simulation::isScheduled)
        .ifPresent(p -> sentences.add(text(simulation.scheduleResultOf(p))));
  }

  private String text(ScheduleResult result) {
    return result instanceof ScheduleResult.Unknown unknown
        ? "whether a node takes a pod of the group isn't known, since " + unknown.unread().message()
        : "by kube-scheduler's rules, "
            + FlavorPlacement.text(result)
            + "; "
            + api.label()
            + " places by its own rules, so this is only an upper bound";
  }
}
