package dev.plimsoll.model.gap.detect;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.queue.FlavorAssigner;
import dev.plimsoll.model.queue.Inadmissible;
import dev.plimsoll.model.queue.QueuedWorkloads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds Workloads of Kueue that can't be admitted even if nothing else reserves quota.
 *
 * <p>Source: {@code WorkloadQuotaReservedReasonExceedsMaxQuota} and {@code
 * WorkloadQuotaReservedReasonNoMatchingFlavor} in {@code
 * sigs.k8s.io/kueue/apis/kueue/v1beta2/workload_types.go}.
 */
final class InadmissibleDetector implements GapDetector {

  /** A Workload, and why Kueue can't admit it. */
  private record Case(QueuedPods queued, FlavorAssigner assigner, Inadmissible why) {}

  private record Key(ObjectReference root, GapKind kind, String resource) {}

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.NoMatchingFlavor, GapKind.ExceedsMaxQuota);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return QueuedWorkloads.mayWait(context.cluster(), context.namespace())
        ? Unread.of(
                context.cluster(),
                List.of(
                    Requirement.all(ClusterQueue.RESOURCE),
                    Requirement.all(Cohort.RESOURCE),
                    Requirement.all(ResourceFlavor.RESOURCE)))
            .and(context.unread(List.of(LocalQueue.RESOURCE, Queued.RESOURCE)))
        : Unread.NOTHING;
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    Cluster cluster = context.cluster();
    if (!cluster.covers(ClusterQueue.RESOURCE)
        || !cluster.covers(Cohort.RESOURCE)
        || !cluster.covers(ResourceFlavor.RESOURCE)) {
      return List.of();
    }
    Map<String, Optional<FlavorAssigner>> assigners = new HashMap<>();
    List<Case> cases = new ArrayList<>();
    for (QueuedPods queued : QueuedPods.waiting(context)) {
      QueuedWorkloads.clusterQueue(cluster, queued.workload())
          .filter(q -> QueuedWorkloads.isCompared(queued.workload()))
          .flatMap(q -> assigners.computeIfAbsent(q, n -> assigner(cluster, n)))
          .flatMap(a -> a.inadmissible(queued.workload()).map(why -> new Case(queued, a, why)))
          .ifPresent(cases::add);
    }
    return cases.stream()
        .collect(groupingBy(InadmissibleDetector::key, LinkedHashMap::new, toList()))
        .values()
        .stream()
        .map(alike -> finding(context, alike))
        .toList();
  }

  private static Optional<FlavorAssigner> assigner(Cluster cluster, String queue) {
    return cluster
        .find(ClusterQueue.class, "", queue)
        .filter(q -> !QueuedWorkloads.isInCycle(cluster, q))
        .map(q -> new FlavorAssigner(cluster, q));
  }

  private static Key key(Case each) {
    return new Key(each.queued().root(), each.why().kind(), each.why().resource().name());
  }

  private static Finding finding(DetectionContext context, List<Case> alike) {
    Case first = alike.get(0);
    Inadmissible why = first.why();
    List<QueuedPods> queued = alike.stream().map(Case::queued).toList();
    String more =
        (alike.size() == 1 ? "" : "; so do %d more Workloads of it".formatted(alike.size() - 1))
            + (first.assigner().queue().strictOrder()
                ? "; later Workloads wait for it, because the queue keeps the order (StrictFIFO)"
                : "");
    FindingBuilder gap =
        FindingBuilder.of(why.kind(), first.queued().root())
            .resource(why.resource())
            .message(message(first) + more)
            .evidence("workload", first.queued().workload().name())
            .evidence("clusterQueue", first.assigner().queue().name())
            .evidence("requested", why.request());
    if (!why.podSet().isEmpty()) {
      gap.evidence("podSet", why.podSet());
    }
    return gap.pods(queued.stream().mapToInt(QueuedPods::pods).sum())
        .cost(QueuedPods.cost(queued))
        .cause(
            context,
            new GapCause.NeverAdmitted(
                first.queued().workload(),
                first.assigner().queue(),
                why.resource(),
                why.podSet(),
                why.kind() == GapKind.ExceedsMaxQuota));
  }

  private static String message(Case each) {
    Inadmissible why = each.why();
    String queue = "ClusterQueue " + each.assigner().queue().name();
    String who = who(each);
    if (why.causes().isEmpty()) {
      return "%s requests %s, for which %s has no quota".formatted(who, why.resource(), queue);
    }
    String causes = String.join("; ", why.causes());
    if (why.kind() == GapKind.NoMatchingFlavor) {
      return "%s has no flavor of %s for %s: %s".formatted(queue, why.resource(), who, causes);
    }
    return "%s %s %s %s, more than %s could ever reserve: %s"
        .formatted(
            who,
            why.podSet().isEmpty() ? "together request" : "requests",
            isPartial(each) ? "at least " + why.request() : why.request(),
            why.resource(),
            queue,
            causes);
  }

  private static boolean isPartial(Case each) {
    return QueuedWorkloads.details(each.queued().workload()).podSets().stream()
        .filter(p -> each.why().podSet().isEmpty() || p.name().equals(each.why().podSet()))
        .anyMatch(p -> p.minCount() < p.count());
  }

  private static String who(Case each) {
    String workload = "Workload " + each.queued().workload().name();
    int podSets = each.queued().workload().templates().size();
    if (podSets == 1) {
      return workload;
    }
    return each.why().podSet().isEmpty()
        ? "the pod sets of " + workload
        : "pod set " + each.why().podSet() + " of " + workload;
  }
}
