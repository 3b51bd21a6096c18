package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.patch.QueuePatch;
import dev.plimsoll.model.queue.FlavorAssigner;
import dev.plimsoll.model.queue.PodSetNeed;
import dev.plimsoll.model.queue.QueuedWorkloads;
import dev.plimsoll.model.whatif.QuotaChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Proposes changes with which Kueue can admit a Workload: fewer pods, another LocalQueue, or more
 * quota. Quota is raised only if the flavor's nodes have as much.
 */
final class QueueProposer implements RemedyProposer {
  private static final String NOMINAL = "nominalQuota";
  private static final String BORROWING = "borrowingLimit";

  /** A change of quotas, and how much it adds. */
  private record Raise(Proposal proposal, Quantity added) {}

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.NeverAdmitted never)) {
      return List.of();
    }
    boolean isTooLarge = never.isTooLarge();
    FlavorAssigner assigner = new FlavorAssigner(context.cluster(), never.queue());
    return Stream.of(
            isTooLarge ? fewerPods(assigner, never) : Stream.<Proposal>empty(),
            otherQueues(context.cluster(), never),
            isTooLarge
                ? raise(context.cluster(), assigner, never, BORROWING)
                : Stream.<Proposal>empty(),
            isTooLarge
                ? raise(context.cluster(), assigner, never, NOMINAL)
                : Stream.<Proposal>empty())
        .flatMap(s -> s)
        .map(p -> p.withOutcome("Kueue admits the Workload once enough of the quota is free"))
        .toList();
  }

  private static List<PodSetNeed> needs(GapCause.NeverAdmitted never) {
    return PodSetNeed.all(never.workload(), never.queue());
  }

  /** Proposes the most pods that fit, if these are at least half of the pods. */
  private static Stream<Proposal> fewerPods(FlavorAssigner assigner, GapCause.NeverAdmitted never) {
    List<PodSetNeed> needs = needs(never);
    int pods = never.workload().templates().get(0).replicas().orElse(1);
    if (needs.size() != 1) {
      return Stream.empty();
    }
    for (int fewer = pods - 1; 2 * fewer >= pods && fewer > 0; fewer--) {
      if (assigner.admits(List.of(needs.get(0).part(fewer, pods)))) {
        return Stream.of(
            Proposal.ofCluster(
                "run %d %s instead of %d, if the workload can"
                    .formatted(fewer, fewer == 1 ? "pod" : "pods", pods),
                Actor.TENANT,
                List.of()));
      }
    }
    return smallerPods(assigner, never, needs.get(0), pods);
  }

  /** Proposes the largest request of a pod that fits, if it is at least half of the request. */
  private static Stream<Proposal> smallerPods(
      FlavorAssigner assigner, GapCause.NeverAdmitted never, PodSetNeed need, int pods) {
    ResourceName resource = never.resource();
    long now = need.amounts().getOrZero(resource).value() / pods;
    if (!resource.isExtended()) {
      return Stream.empty();
    }
    for (long less = now - 1; 2 * less >= now && less > 0; less--) {
      PodSetNeed smaller = need.with(resource, Quantity.of(less * pods));
      if (assigner.admits(List.of(smaller))) {
        return Stream.of(
            Proposal.ofCluster(
                "request %d %s a pod instead of %d, if the workload can run with it"
                    .formatted(less, resource, now),
                Actor.TENANT,
                List.of()));
      }
    }
    return Stream.empty();
  }

  private static Stream<Proposal> otherQueues(Cluster cluster, GapCause.NeverAdmitted never) {
    Workload workload = never.workload();
    return cluster.list(LocalQueue.class, workload.namespace()).stream()
        .filter(q -> !q.name().equals(QueuedWorkloads.details(workload).queue()))
        .filter(q -> !q.isStopped())
        .flatMap(
            local ->
                cluster.find(ClusterQueue.class, "", local.clusterQueue()).stream()
                    .filter(q -> takes(cluster, q, workload))
                    .map(
                        q ->
                            Proposal.ofCluster(
                                "use LocalQueue %s of ClusterQueue %s"
                                    .formatted(local.name(), q.name()),
                                Actor.TENANT,
                                List.of())));
  }

  /** Returns whether another queue surely takes the Workload. Topologies aren't modelled. */
  private static boolean takes(Cluster cluster, ClusterQueue queue, Workload workload) {
    return !queue.isStopped()
        && queue.conditions().stream()
            .noneMatch(c -> c.type().equals("Active") && !c.status().equals("True"))
        && !QueuedWorkloads.isInCycle(cluster, queue)
        && cluster
            .find(Namespace.class, "", workload.namespace())
            .filter(queue::selects)
            .isPresent()
        && QueuedWorkloads.details(workload).topologies().isEmpty()
        && queue.quotas().stream()
            .allMatch(
                q ->
                    cluster
                        .find(ResourceFlavor.class, "", q.key().flavor())
                        .filter(f -> f.topology().isEmpty())
                        .isPresent())
        && new FlavorAssigner(cluster, queue).admits(PodSetNeed.all(workload, queue));
  }

  /** Proposes the smallest raise of one flavor's quotas. */
  private static Stream<Proposal> raise(
      Cluster cluster, FlavorAssigner assigner, GapCause.NeverAdmitted never, String field) {
    return never.queue().quotas().stream()
        .filter(q -> q.key().resource().equals(never.resource()))
        .flatMap(q -> raise(cluster, assigner, never, field, q.key().flavor()).stream())
        .min(Comparator.comparing(Raise::added))
        .map(Raise::proposal)
        .stream();
  }

  private static Optional<Raise> raise(
      Cluster cluster,
      FlavorAssigner assigner,
      GapCause.NeverAdmitted never,
      String field,
      String flavor) {
    Map<FlavorQuota, Quantity> amounts = new LinkedHashMap<>();
    List<FlavorQuota> changed = new ArrayList<>();
    List<String> words = new ArrayList<>();
    ClusterQueue queue = never.queue();
    Resources needed = needed(never);
    Quantity added = Quantity.ZERO;
    for (FlavorQuota quota : queue.quotas()) {
      ResourceName resource = quota.key().resource();
      Quantity lack = needed.getOrZero(resource).subtract(assigner.most(quota.key()));
      boolean isRaised = quota.key().flavor().equals(flavor) && lack.signum() > 0;
      Optional<Quantity> now =
          field.equals(NOMINAL) ? Optional.of(quota.nominal()) : quota.borrowingLimit();
      if (isRaised && (now.isEmpty() || !haveNodes(cluster, quota.key(), needed))) {
        return Optional.empty();
      }
      if (isRaised) {
        Quantity amount = now.get().add(lack);
        amounts.put(quota, amount);
        words.add("%s of %s from %s to %s".formatted(field, resource, now.get(), amount));
        added = added.add(lack);
      }
      changed.add(isRaised ? with(quota, field, now.orElseThrow().add(lack)) : quota);
    }
    ClusterQueue raised = queue.withQuotas(changed);
    if (amounts.isEmpty()
        || !new FlavorAssigner(cluster.with(raised), raised).admits(needs(never))) {
      return Optional.empty();
    }
    return Optional.of(
        new Raise(
            Proposal.ofCluster(
                "raise %s in flavor %s of ClusterQueue %s"
                    .formatted(String.join(", ", words), flavor, queue.name()),
                Actor.ADMIN,
                List.of(
                    new QuotaChange.SetQueueQuotas(
                        raised, QueuePatch.amounts(queue, field, amounts)))),
            added));
  }

  private static FlavorQuota with(FlavorQuota quota, String field, Quantity amount) {
    return field.equals(NOMINAL) ? quota.withNominal(amount) : quota.withBorrowingLimit(amount);
  }

  /** Returns the amounts that the raised flavor must hold. */
  private static Resources needed(GapCause.NeverAdmitted never) {
    return needs(never).stream()
        .filter(n -> never.podSet().isEmpty() || n.podSet().equals(never.podSet()))
        .map(PodSetNeed::amounts)
        .reduce(Resources.EMPTY, Resources::add);
  }

  /** Returns whether nodes of the flavor have the amount, free or not. */
  private static boolean haveNodes(Cluster cluster, FlavorResource key, Resources needed) {
    Optional<ResourceFlavor> flavor = cluster.find(ResourceFlavor.class, "", key.flavor());
    return flavor.isPresent()
        && cluster.covers(Node.RESOURCE)
        && !QueuedWorkloads.isTransformed(cluster, key.resource())
        && cluster.nodes().stream()
                .filter(flavor.get()::includes)
                .map(n -> n.allocatable().getOrZero(key.resource()))
                .reduce(Quantity.ZERO, Quantity::add)
                .compareTo(needed.getOrZero(key.resource()))
            >= 0;
  }
}
