package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The answer of Kueue's queue about a workload: its own words, then the arithmetic of its quota,
 * then the nodes of its flavors.
 */
public final class QueueAnswer {
  /**
   * An answer.
   *
   * @param system whose queue it is
   * @param sentences the answer, a sentence each; empty if no queue is known of the workload
   * @param reasons what a summary says as well: Workloads that go first, flavors without nodes
   */
  public record Result(String system, List<String> sentences, List<String> reasons) {
    public Result {
      sentences = List.copyOf(sentences);
      reasons = List.copyOf(reasons);
    }

    /** Returns the end of a summary, empty without a queue. */
    public String summary() {
      return sentences.isEmpty()
          ? ""
          : "; "
              + system
              + ": "
              + String.join(
                  "; ", Stream.concat(sentences.stream().limit(1), reasons.stream()).toList());
    }
  }

  /** The label by which a workload names its LocalQueue. */
  public static final String LABEL = "kueue.x-k8s.io/queue-name";

  private static final String RESERVED = "QuotaReserved";

  /** The conditions that say whether Kueue starts a Workload; the answer begins with them. */
  private static final Set<String> GATES = Set.of(RESERVED, "Admitted");

  private final Simulation simulation;
  private final Cluster cluster;
  private final List<String> sentences = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();

  private QueueAnswer(Simulation simulation) {
    this.simulation = simulation;
    this.cluster = simulation.cluster();
  }

  /**
   * Returns the answer about a workload.
   *
   * @param root the workload
   * @param pods its pods; Kueue queues each pod of a Deployment by itself
   * @param queue the LocalQueue that its label names, if any
   * @param waits whether the workload waits to be started, perhaps by a queue
   */
  public static Result of(
      Simulation simulation,
      ObjectReference root,
      Collection<Pod> pods,
      Optional<String> queue,
      boolean waits) {
    QueueAnswer answer = new QueueAnswer(simulation);
    List<Workload> workloads = QueuedWorkloads.of(simulation.cluster(), root);
    if (workloads.isEmpty()) {
      workloads = QueuedWorkloads.of(simulation.cluster(), pods);
      answer.first(workloads);
    } else {
      workloads.forEach(answer::add);
    }
    Unread unread = answer.unread(root.namespace(), workloads);
    if ((waits || queue.isPresent() || !workloads.isEmpty()) && !unread.isEmpty()) {
      answer.sentences.add("not all of the queue is known, since " + unread.message());
    } else if (queue.isPresent() && workloads.isEmpty()) {
      answer.sentences.add("LocalQueue " + queue.get() + ": Kueue has no Workload for it");
      answer.localQueue(root.namespace(), queue.get());
    }
    return new Result("Kueue", answer.sentences, answer.reasons);
  }

  /** Returns the missing objects. In a strict order, Workloads of other namespaces count. */
  private Unread unread(String namespace, List<Workload> workloads) {
    boolean isInOrder =
        workloads.stream()
            .flatMap(w -> QueuedWorkloads.clusterQueue(cluster, w).stream())
            .flatMap(name -> cluster.find(ClusterQueue.class, "", name).stream())
            .anyMatch(ClusterQueue::strictOrder);
    return Unread.of(
        cluster,
        List.of(
            Requirement.all(ClusterQueue.RESOURCE),
            Requirement.all(Cohort.RESOURCE),
            Requirement.all(ResourceFlavor.RESOURCE),
            Requirement.in(namespace, LocalQueue.RESOURCE),
            isInOrder
                ? Requirement.all(Queued.RESOURCE)
                : Requirement.in(namespace, Queued.RESOURCE)));
  }

  /** Answers about the first of several Workloads, and counts the others without quota. */
  private void first(List<Workload> workloads) {
    workloads.stream().limit(1).forEach(this::add);
    long waiting =
        workloads.stream()
            .skip(1)
            .filter(w -> QueuedWorkloads.details(w).clusterQueue().isEmpty())
            .count();
    if (waiting > 0) {
      sentences.add(
          waiting == 1
              ? "1 more Workload of its pods waits"
              : waiting + " more Workloads of its pods wait");
    }
  }

  private void add(Workload workload) {
    Queued queued = QueuedWorkloads.details(workload);
    if (QueuedWorkloads.condition(workload, RESERVED).isEmpty()) {
      sentences.add("Workload %s has no condition %s yet".formatted(workload.name(), RESERVED));
    }
    workload.conditions().stream()
        .sorted(Comparator.comparing(c -> !GATES.contains(c.type())))
        .forEach(c -> sentences.add(text("Workload " + workload.name(), c)));
    queued
        .requeueAt()
        .filter(t -> t.isAfter(cluster.asOf()))
        .ifPresent(
            t ->
                sentences.add(
                    "Kueue queues Workload %s again at %s".formatted(workload.name(), t)));
    QueuedWorkloads.preempting(cluster, workload)
        .ifPresent(
            w ->
                sentences.add(
                    "Workload %s was preempted by Workload %s of namespace %s"
                        .formatted(workload.name(), w.name(), w.namespace())));
    localQueue(workload.namespace(), queued.queue());
    QueuedWorkloads.clusterQueue(cluster, workload)
        .filter(name -> cluster.covers(ClusterQueue.RESOURCE))
        .flatMap(name -> cluster.find(ClusterQueue.class, "", name))
        .filter(queue -> cluster.covers(Cohort.RESOURCE))
        .ifPresent(
            queue -> {
              WorkloadQuotas quotas = WorkloadQuotas.of(simulation, workload, queue);
              sentences.addAll(quotas.sentences());
              reasons.addAll(quotas.reasons());
            });
  }

  private void localQueue(String namespace, String name) {
    Optional<LocalQueue> local = cluster.find(LocalQueue.class, namespace, name);
    if (local.isEmpty()) {
      if (cluster.covers(LocalQueue.RESOURCE, namespace)) {
        sentences.add("LocalQueue " + name + " does not exist");
      }
      return;
    }
    if (local.get().isStopped()) {
      sentences.add("LocalQueue " + name + " is stopped: " + local.get().stopPolicy());
    }
    local.get().conditions().forEach(c -> inactive("LocalQueue " + name, c));
    String queue = local.get().clusterQueue();
    Optional<ClusterQueue> found = cluster.find(ClusterQueue.class, "", queue);
    if (found.isEmpty() && cluster.covers(ClusterQueue.RESOURCE)) {
      sentences.add("ClusterQueue " + queue + " does not exist");
    }
    found
        .filter(ClusterQueue::isStopped)
        .ifPresent(q -> sentences.add("ClusterQueue " + queue + " is stopped: " + q.stopPolicy()));
    found.stream()
        .flatMap(q -> q.conditions().stream())
        .forEach(c -> inactive("ClusterQueue " + queue, c));
  }

  private void inactive(String who, Condition condition) {
    if (condition.type().equals("Active") && !condition.status().equals("True")) {
      sentences.add(text(who, condition));
    }
  }

  /** Returns a condition to the letter, as a sentence. */
  static String text(String who, Condition condition) {
    return "%s: %s is %s (%s): \"%s\""
        .formatted(
            who, condition.type(), condition.status(), condition.reason(), condition.message());
  }
}
