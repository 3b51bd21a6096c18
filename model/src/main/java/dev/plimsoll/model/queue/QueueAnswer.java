package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.kueue.QuotaTree;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued.TopologyRequest;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
  private final List<String> unplaceable = new ArrayList<>();
  private boolean isPlaceable;

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
    if (!answer.isPlaceable) {
      answer.reasons.addAll(answer.unplaceable);
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
    localQueue(workload.namespace(), queued.queue());
    QueuedWorkloads.clusterQueue(cluster, workload)
        .flatMap(name -> cluster.find(ClusterQueue.class, "", name))
        .ifPresent(queue -> quotas(workload, queued, queue));
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

  private void quotas(Workload workload, Queued queued, ClusterQueue queue) {
    if (!cluster.covers(ClusterQueue.RESOURCE) || !cluster.covers(Cohort.RESOURCE)) {
      return;
    }
    order(workload, queued, queue);
    Resources requests = QueuedWorkloads.requests(workload);
    List<String> flavors = new ArrayList<>();
    for (FlavorQuota quota : queue.quotas()) {
      FlavorResource key = quota.key();
      boolean isReserved = queued.reserved().containsKey(key);
      if (queued.clusterQueue().isEmpty()
          ? requests.getOrZero(key.resource()).signum() > 0
          : isReserved) {
        quota(queue, quota, requests.getOrZero(key.resource()), isReserved);
        flavors.add(key.flavor());
      }
    }
    if (queued.clusterQueue().isEmpty()) {
      uncovered(queue, requests);
    }
    flavors.stream().distinct().forEach(f -> nodes(workload, f));
  }

  /**
   * Names each resource without quota in the ClusterQueue.
   *
   * <p>Source: {@code findFlavorForPodSets} in {@code
   * sigs.k8s.io/kueue/pkg/scheduler/flavorassigner/flavorassigner.go}.
   */
  private void uncovered(ClusterQueue queue, Resources requests) {
    for (ResourceName resource : requests.names()) {
      if (requests.getOrZero(resource).signum() > 0
          && queue.quotas().stream().noneMatch(q -> q.key().resource().equals(resource))) {
        String sentence =
            "ClusterQueue %s has no quota for %s of the Workload, so Kueue admits it only if its configuration ignores %s"
                .formatted(queue.name(), resource, resource);
        sentences.add(sentence);
        reasons.add(sentence);
      }
    }
  }

  private void order(Workload workload, Queued queued, ClusterQueue queue) {
    List<Workload> before =
        queue.strictOrder() && queued.clusterQueue().isEmpty()
            ? StrictOrder.before(cluster, queue, workload)
            : List.of();
    if (!before.isEmpty()) {
      Workload first = before.get(0);
      String sentence =
          "ClusterQueue %s keeps the order of its Workloads (StrictFIFO): %s before this one, first %s"
              .formatted(
                  queue.name(),
                  (cluster.covers(Queued.RESOURCE) ? "" : "at least ")
                      + (before.size() == 1 ? "1 waits" : before.size() + " wait"),
                  first.namespace() + "/" + first.name());
      sentences.add(sentence);
      reasons.add(sentence);
    }
  }

  private void quota(ClusterQueue queue, FlavorQuota quota, Quantity request, boolean isReserved) {
    QuotaTree tree =
        QuotaTree.of(quota.key(), cluster.list(ClusterQueue.class), cluster.list(Cohort.class));
    String head = "ClusterQueue " + queue.name() + ", flavor " + quota.key().flavor() + ": ";
    if (tree.hasCycle(queue.name())) {
      sentences.add(head + "its cohorts form a cycle, in which Kueue admits nothing");
      return;
    }
    Quantity available = tree.available(queue.name());
    Quantity most = tree.potentiallyAvailable(queue.name());
    String about =
        "%s nominal %s, reserved %s, borrowed %s, lends at most %s, available %s of at most %s"
            .formatted(
                quota.key().resource(),
                quota.nominal(),
                queue.reserved().getOrDefault(quota.key(), Quantity.ZERO),
                tree.borrowed(queue.name()),
                tree.lendable(queue.name()),
                available,
                most);
    sentences.add(
        head
            + about
            + (isReserved
                ? ""
                : "; the Workload requests " + request + comparison(request, available, most)));
  }

  private static String comparison(Quantity request, Quantity available, Quantity most) {
    if (request.compareTo(most) > 0) {
      return ", more than the queue can ever have";
    }
    return request.compareTo(available) > 0 ? ", more than is available" : ", which is available";
  }

  private void nodes(Workload workload, String name) {
    Optional<ResourceFlavor> flavor = cluster.find(ResourceFlavor.class, "", name);
    if (flavor.isPresent()) {
      FlavorPlacement placement = FlavorPlacement.of(simulation, workload, flavor.get());
      sentences.add("flavor " + name + ": " + placement.text());
      isPlaceable |= placement.possible();
      unplaceable.add("flavor " + name + ": " + placement.summary());
      topology(QueuedWorkloads.details(workload), flavor.get());
    } else if (cluster.covers(ResourceFlavor.RESOURCE)) {
      sentences.add("flavor " + name + " does not exist");
      unplaceable.add("flavor " + name + " does not exist");
    }
  }

  /** Says that domains aren't modelled, where Kueue looks for one. */
  private void topology(Queued queued, ResourceFlavor flavor) {
    if (queued.clusterQueue().isEmpty() && !flavor.topology().isEmpty()) {
      String shared =
          queued.topologies().stream()
              .filter(TopologyRequest::required)
              .map(t -> "; pod set %s must get one %s".formatted(t.podSet(), t.level()))
              .collect(Collectors.joining());
      sentences.add(
          "flavor %s has Topology %s: this answer doesn't compare its domains with the pods%s"
              .formatted(flavor.name(), flavor.topology(), shared));
    }
  }
}
