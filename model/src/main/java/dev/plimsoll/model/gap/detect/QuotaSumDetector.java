package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.capacity.DeviceHeadroom;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.TightestLimits;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares the sum of the quotas on each scarce resource with what nodes have. A namespace's own
 * limit is its tightest quota without scopes.
 */
final class QuotaSumDetector implements GapDetector {

  private static final List<Requirement> NODES_AND_QUOTAS =
      List.of(Requirement.all(Node.RESOURCE), Requirement.all(ResourceQuota.RESOURCE));

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.QuotasOvercommitted, GapKind.CapacityUnassigned);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.namespace().isEmpty()
        ? Unread.of(context.cluster(), NODES_AND_QUOTAS).and(context.unread(List.of(Pod.RESOURCE)))
        : Unread.NOTHING;
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    List<Finding> found = new ArrayList<>();
    if (!context.knows(NODES_AND_QUOTAS)) {
      return found;
    }
    for (ResourceName resource : context.totals().scarce()) {
      if (!DeviceHeadroom.mayServe(context.cluster(), resource)) {
        sum(context, resource).ifPresent(found::add);
      }
    }
    return found;
  }

  private static Optional<Finding> sum(DetectionContext context, ResourceName resource) {
    Map<String, Quantity> limits = TightestLimits.ofSingle(context.cluster(), resource);
    if (limits.isEmpty()) {
      return Optional.empty();
    }
    Quantity promised = limits.values().stream().reduce(Quantity.ZERO, Quantity::add);
    Quantity all = context.totals().all().getOrZero(resource);
    Quantity schedulable = context.totals().schedulable().getOrZero(resource);
    if (promised.compareTo(all) > 0) {
      return Optional.of(
          totals(GapKind.QuotasOvercommitted, resource, promised, all, schedulable, limits)
              .message(
                  "the quotas of "
                      + limits.size()
                      + (limits.size() == 1 ? " namespace" : " namespaces")
                      + " promise "
                      + promised
                      + " "
                      + resource
                      + " in total, but all nodes have "
                      + all
                      + (schedulable.equals(all) ? "" : " (schedulable nodes: " + schedulable + ")")
                      + AutoscaledCapacity.mayCome(context.cluster(), resource))
              .cause(context, new GapCause.QuotaSum(resource, limits)));
    }
    boolean everyUserHasQuota =
        context.knows(List.of(Requirement.all(Pod.RESOURCE)))
            && limits.equals(TightestLimits.of(context.cluster(), resource))
            && limits.keySet().containsAll(context.requestsByNamespace(resource).keySet())
            && limits.keySet().containsAll(queued(context.cluster(), resource));
    if (promised.compareTo(schedulable) < 0 && everyUserHasQuota) {
      return Optional.of(
          totals(GapKind.CapacityUnassigned, resource, promised, all, schedulable, limits)
              .message(
                  "the quotas promise "
                      + promised
                      + " "
                      + resource
                      + " in total, but schedulable nodes have "
                      + schedulable
                      + ": no namespace with a quota can use the other "
                      + schedulable.subtract(promised))
              .cause(context, new GapCause.QuotaSum(resource, limits)));
    }
    return Optional.empty();
  }

  /** Returns the namespaces whose LocalQueues give the resource by a ClusterQueue of Kueue. */
  private static Set<String> queued(Cluster cluster, ResourceName resource) {
    return cluster.list(LocalQueue.class).stream()
        .filter(
            local ->
                cluster.find(ClusterQueue.class, "", local.clusterQueue()).stream()
                    .flatMap(q -> q.quotas().stream())
                    .anyMatch(q -> q.key().resource().equals(resource)))
        .map(LocalQueue::namespace)
        .collect(Collectors.toSet());
  }

  private static FindingBuilder totals(
      GapKind kind,
      ResourceName resource,
      Quantity promised,
      Quantity all,
      Quantity schedulable,
      Map<String, Quantity> limits) {
    FindingBuilder gap =
        FindingBuilder.ofCluster(kind)
            .resource(resource)
            .evidence("promised", promised)
            .evidence("allocatable", all)
            .evidence("schedulable", schedulable);
    limits.forEach((namespace, hard) -> gap.evidence("hard in " + namespace, hard));
    return gap;
  }
}
