package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.kueue.QuotaTree;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued.TopologyRequest;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A Workload of Kueue beside the quota of its ClusterQueue and the nodes of each flavor. */
final class WorkloadQuotas {
  private final Simulation simulation;
  private final Cluster cluster;
  private final Workload workload;
  private final Queued queued;
  private final ClusterQueue queue;
  private final List<String> sentences = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();
  private final List<String> unplaceable = new ArrayList<>();
  private boolean isPlaceable;

  private WorkloadQuotas(Simulation simulation, Workload workload, ClusterQueue queue) {
    this.simulation = simulation;
    this.cluster = simulation.cluster();
    this.workload = workload;
    this.queued = QueuedWorkloads.details(workload);
    this.queue = queue;
  }

  /** Compares a Workload with its ClusterQueue. */
  static WorkloadQuotas of(Simulation simulation, Workload workload, ClusterQueue queue) {
    WorkloadQuotas quotas = new WorkloadQuotas(simulation, workload, queue);
    quotas.compare();
    return quotas;
  }

  /** Returns the comparison, a sentence each. */
  List<String> sentences() {
    return sentences;
  }

  /** Returns the sentences that a summary has as well. */
  List<String> reasons() {
    return reasons;
  }

  private void compare() {
    order();
    Resources requests = QueuedWorkloads.requests(workload);
    Resources least =
        PodSetNeed.least(workload, queue).stream()
            .map(PodSetNeed::amounts)
            .reduce(Resources.EMPTY, Resources::add);
    List<String> flavors = new ArrayList<>();
    for (FlavorQuota quota : queue.quotas()) {
      FlavorResource key = quota.key();
      boolean isReserved = queued.reserved().containsKey(key);
      if (queued.clusterQueue().isEmpty()
          ? requests.getOrZero(key.resource()).signum() > 0
          : isReserved) {
        quota(quota, requests.getOrZero(key.resource()), least, isReserved);
        flavors.add(key.flavor());
      }
    }
    if (queued.clusterQueue().isEmpty()) {
      uncovered(requests);
      preemption();
    }
    flavors.stream().distinct().forEach(this::nodes);
    if (!isPlaceable) {
      reasons.addAll(unplaceable);
    }
  }

  /**
   * Names each resource without quota in the ClusterQueue.
   *
   * <p>Source: {@code findFlavorForPodSets} in {@code
   * sigs.k8s.io/kueue/pkg/scheduler/flavorassigner/flavorassigner.go}.
   */
  private void uncovered(Resources requests) {
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

  /** Says that preemption isn't modelled, where Kueue may preempt. */
  private void preemption() {
    if (!queue.preemption().isEmpty()) {
      sentences.add(
          "ClusterQueue %s may preempt other Workloads for this one (%s): this answer doesn't say which"
              .formatted(
                  queue.name(),
                  new TreeMap<>(queue.preemption())
                      .entrySet().stream()
                          .map(e -> e.getKey() + " " + e.getValue())
                          .collect(Collectors.joining(", "))));
    }
  }

  private void order() {
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

  private void quota(FlavorQuota quota, Quantity request, Resources least, boolean isReserved) {
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
                : "; the Workload requests "
                    + request
                    + (maySplit(quota.key().resource())
                        ? " in several pod sets, and each may get another flavor"
                        : comparison(
                            request, least.get(quota.key().resource()), available, most))));
  }

  /** Returns whether pod sets can get the resource from different flavors. */
  private boolean maySplit(ResourceName resource) {
    long podSets =
        QueuedWorkloads.podSetRequests(workload).stream()
            .filter(r -> r.getOrZero(resource).signum() > 0)
            .count();
    long flavors = queue.quotas().stream().filter(q -> q.key().resource().equals(resource)).count();
    return podSets > 1 && flavors > 1;
  }

  /**
   * Compares the least that Kueue admits, which is less than the request with partial admission.
   */
  private static String comparison(
      Quantity all, Optional<Quantity> least, Quantity available, Quantity most) {
    Quantity request = least.orElse(all);
    if (request.compareTo(all) < 0) {
      return " with all pods and "
          + request
          + " with minCount pods"
          + comparison(request, Optional.empty(), available, most);
    }
    if (request.compareTo(most) > 0) {
      return ", more than the queue can ever have";
    }
    return request.compareTo(available) > 0 ? ", more than is available" : ", which is available";
  }

  private void nodes(String name) {
    Optional<ResourceFlavor> flavor = cluster.find(ResourceFlavor.class, "", name);
    if (flavor.isPresent()) {
      FlavorPlacement placement = FlavorPlacement.of(simulation, workload, flavor.get());
      sentences.add("flavor " + name + ": " + placement.text());
      isPlaceable |= placement.possible();
      unplaceable.add("flavor " + name + ": " + placement.summary());
      topology(flavor.get());
    } else if (cluster.covers(ResourceFlavor.RESOURCE)) {
      sentences.add("flavor " + name + " does not exist");
      unplaceable.add("flavor " + name + " does not exist");
    }
  }

  /** Says that domains aren't modelled, where Kueue looks for one. */
  private void topology(ResourceFlavor flavor) {
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
