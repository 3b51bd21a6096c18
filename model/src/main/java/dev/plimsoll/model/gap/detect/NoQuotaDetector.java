package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.TerminatingNamespaces;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.ClusterResourceQuotaAdmission;
import dev.plimsoll.kubernetes.quota.QuotaLedgerAdmission;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.SchedulingGate;
import dev.plimsoll.model.queue.QueuedManifest;
import dev.plimsoll.model.queue.QueuedWorkloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds namespaces that request a scarce resource which none of their quotas names. A ClusterQueue
 * of Kueue limits what its Workloads reserve.
 */
final class NoQuotaDetector implements GapDetector {
  /** Kueue's label on pods that it has started. */
  private static final String STARTED_LABEL = "kueue.x-k8s.io/cluster-queue-name";

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.NoQuota);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context
        .unreadNodes()
        .and(context.unread(List.of(Pod.RESOURCE, ResourceQuota.RESOURCE)))
        .and(unreadQuotasOverSeveral(context));
  }

  private static Unread unreadQuotasOverSeveral(DetectionContext context) {
    Cluster cluster = context.cluster();
    return Unread.of(
        cluster,
        context.totals().scarce().stream()
            .flatMap(r -> context.requestsInScope(r).keySet().stream())
            .distinct()
            .flatMap(n -> requirements(cluster, n).stream())
            .toList());
  }

  private static List<Requirement> requirements(Cluster cluster, String namespace) {
    return Stream.concat(
            ClusterResourceQuotaAdmission.requirements(cluster, namespace).stream(),
            QuotaLedgerAdmission.requirements(cluster, namespace).stream())
        .toList();
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    List<Finding> found = new ArrayList<>();
    for (ResourceName resource : context.totals().scarce()) {
      context
          .requestsInScope(resource)
          .forEach(
              (namespace, requested) -> {
                if (!TerminatingNamespaces.contains(context.cluster(), namespace)
                    && knows(context, namespace)
                    && !named(context, namespace, resource)
                    && requested.compareTo(queued(context, namespace, resource)) > 0) {
                  found.add(finding(context, namespace, resource, requested));
                }
              });
    }
    return found;
  }

  private static boolean knows(DetectionContext context, String namespace) {
    return context.knows(
            List.of(
                Requirement.in(namespace, Pod.RESOURCE),
                Requirement.in(namespace, ResourceQuota.RESOURCE)))
        && context.knows(requirements(context.cluster(), namespace));
  }

  private static boolean named(DetectionContext context, String namespace, ResourceName resource) {
    Cluster cluster = context.cluster();
    Stream<ResourceQuotaSpec> ofNamespace =
        cluster.list(ResourceQuota.class, namespace).stream().map(ResourceQuota::spec);
    Stream<ResourceQuotaSpec> ofSeveral =
        ClusterResourceQuotaAdmission.selecting(cluster, namespace).stream()
            .map(ClusterResourceQuota::quota);
    Stream<ResourceQuotaSpec> ofTenants =
        cluster.list(LedgerSummary.class).stream()
            .filter(l -> l.isOfTenant() && l.namespaces().contains(namespace))
            .map(LedgerSummary::spec);
    return Stream.of(ofNamespace, ofSeveral, ofTenants)
        .flatMap(specs -> specs)
        .flatMap(spec -> spec.hard().names().stream())
        .map(ResourceName::name)
        .anyMatch(
            key ->
                key.equals(resource.name())
                    || key.equals("requests." + resource)
                    || key.equals("limits." + resource));
  }

  /**
   * Returns the amount that is limited by ClusterQueues. Workloads of Kueue reserve it, or pods
   * request it that Kueue has started or holds.
   */
  private static Quantity queued(
      DetectionContext context, String namespace, ResourceName resource) {
    Quantity reserved =
        QueuedWorkloads.list(context.cluster()).stream()
            .filter(w -> w.namespace().equals(namespace))
            .flatMap(w -> QueuedWorkloads.admitted(w).entrySet().stream())
            .filter(e -> e.getKey().resource().equals(resource))
            .map(Map.Entry::getValue)
            .reduce(Quantity.ZERO, Quantity::add);
    Predicate<Pod> isStarted = p -> p.metadata().labels().containsKey(STARTED_LABEL);
    Predicate<Pod> isHeld = p -> SchedulingGate.isHeldByKueue(p) || isOfManifest(context, p);
    return Quantity.max(reserved, requests(context, namespace, resource, isStarted))
        .add(requests(context, namespace, resource, isHeld));
  }

  /** Returns whether a pod isn't stored yet, and Kueue will queue its workload. */
  private static boolean isOfManifest(DetectionContext context, Pod pod) {
    return pod.metadata().uid().isEmpty()
        && context.simulation().workloads().workloadOf(pod.reference()).stream()
            .flatMap(w -> w.templateOwners().stream())
            .anyMatch(o -> QueuedManifest.isQueued(context.cluster(), o.workload()));
  }

  private static Quantity requests(
      DetectionContext context, String namespace, ResourceName resource, Predicate<Pod> included) {
    return context.cluster().list(Pod.class, namespace).stream()
        .filter(p -> !p.isTerminal())
        .filter(included)
        .map(p -> DetectionContext.requests(p).getOrZero(resource))
        .reduce(Quantity.ZERO, Quantity::add);
  }

  private static Finding finding(
      DetectionContext context, String namespace, ResourceName resource, Quantity requested) {
    return FindingBuilder.of(
            GapKind.NoQuota, new ObjectReference("Namespace", namespace, namespace, ""))
        .resource(resource)
        .message(
            "pods of namespace "
                + namespace
                + " request "
                + requested
                + " "
                + resource
                + ", and no quota of the namespace limits "
                + resource)
        .evidence("requested", requested)
        .cause(context, new GapCause.Unlimited(namespace, resource, requested));
  }
}
