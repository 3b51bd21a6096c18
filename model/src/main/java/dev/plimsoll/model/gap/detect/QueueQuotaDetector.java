package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.capacity.DeviceHeadroom;
import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.queue.QueuedWorkloads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Compares the nominal quotas of Kueue with what the nodes of each flavor have. */
final class QueueQuotaDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.QuotaUnreachable, GapKind.QuotasOvercommitted);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return isApplicable(context)
        ? context
            .unreadNodes()
            .and(context.unread(List.of(ClusterQueue.RESOURCE, ResourceFlavor.RESOURCE)))
        : Unread.NOTHING;
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    List<Finding> found = new ArrayList<>();
    if (!isApplicable(context) || !context.unreadNodes().isEmpty()) {
      return found;
    }
    Cluster cluster = context.cluster();
    for (ClusterQueue queue : cluster.list(ClusterQueue.class)) {
      queue.quotas().forEach(q -> unreachable(context, queue, q).ifPresent(found::add));
    }
    if (cluster.covers(ClusterQueue.RESOURCE) && cluster.covers(Cohort.RESOURCE)) {
      promised(cluster).forEach((key, sum) -> sum(context, key, sum).ifPresent(found::add));
    }
    return found;
  }

  private static boolean isApplicable(DetectionContext context) {
    return context.namespace().isEmpty() && !context.cluster().list(ClusterQueue.class).isEmpty();
  }

  private static Optional<Finding> unreachable(
      DetectionContext context, ClusterQueue queue, FlavorQuota quota) {
    FlavorResource key = quota.key();
    Optional<ResourceFlavor> flavor = flavor(context, key);
    if (flavor.isEmpty()) {
      return Optional.empty();
    }
    List<Node> nodes = nodes(context, flavor.get());
    Quantity schedulable =
        sum(key, nodes.stream().filter(n -> NodeAvailability.of(n).isAvailable()));
    if (quota.nominal().compareTo(schedulable) <= 0) {
      return Optional.empty();
    }
    String message =
        "ClusterQueue %s has a nominal quota of %s %s in flavor %s, but "
            .formatted(queue.name(), quota.nominal(), key.resource(), key.flavor());
    return Optional.of(
        FindingBuilder.of(GapKind.QuotaUnreachable, queue)
            .resource(key.resource())
            .message(
                message
                    + (nodes.isEmpty()
                        ? "no node has the flavor's labels"
                        : "the flavor's schedulable nodes have " + schedulable + " in total"))
            .evidence("flavor", key.flavor())
            .evidence("hard", quota.nominal())
            .evidence("schedulable", schedulable)
            .evidence("nodes", nodes.size())
            .cause(context, new GapCause.Unremedied()));
  }

  private static Optional<Finding> sum(
      DetectionContext context, FlavorResource key, Map<String, Quantity> promised) {
    Optional<ResourceFlavor> flavor = flavor(context, key);
    if (flavor.isEmpty() || promised.size() < 2 || !key.resource().isExtended()) {
      return Optional.empty();
    }
    Quantity all = sum(key, nodes(context, flavor.get()).stream());
    Quantity sum = promised.values().stream().reduce(Quantity.ZERO, Quantity::add);
    if (sum.compareTo(all) <= 0) {
      return Optional.empty();
    }
    FindingBuilder gap =
        FindingBuilder.of(GapKind.QuotasOvercommitted, flavor.get())
            .resource(key.resource())
            .message(
                "%d ClusterQueues and Cohorts promise %s %s of flavor %s in total, but all its nodes have %s"
                    .formatted(promised.size(), sum, key.resource(), key.flavor(), all))
            .evidence("promised", sum)
            .evidence("allocatable", all);
    promised.forEach((who, amount) -> gap.evidence("nominal in " + who, amount));
    return Optional.of(gap.cause(context, new GapCause.Unremedied()));
  }

  private static Map<FlavorResource, Map<String, Quantity>> promised(Cluster cluster) {
    Map<FlavorResource, Map<String, Quantity>> promised = new LinkedHashMap<>();
    cluster
        .list(ClusterQueue.class)
        .forEach(q -> add(promised, "ClusterQueue " + q.name(), q.quotas()));
    cluster.list(Cohort.class).forEach(c -> add(promised, "Cohort " + c.name(), c.quotas()));
    return promised;
  }

  private static void add(
      Map<FlavorResource, Map<String, Quantity>> promised, String who, List<FlavorQuota> quotas) {
    for (FlavorQuota quota : quotas) {
      if (quota.nominal().signum() > 0) {
        promised.computeIfAbsent(quota.key(), k -> new LinkedHashMap<>()).put(who, quota.nominal());
      }
    }
  }

  /** Returns the flavor, if its nodes have the resource as devices that are counted. */
  private static Optional<ResourceFlavor> flavor(DetectionContext context, FlavorResource key) {
    return DeviceHeadroom.mayServe(context.cluster(), key.resource())
            || QueuedWorkloads.isTransformed(context.cluster(), key.resource())
        ? Optional.empty()
        : context.cluster().find(ResourceFlavor.class, "", key.flavor());
  }

  private static List<Node> nodes(DetectionContext context, ResourceFlavor flavor) {
    return context.cluster().nodes().stream().filter(flavor::includes).toList();
  }

  private static Quantity sum(FlavorResource key, Stream<Node> nodes) {
    return nodes
        .map(n -> n.allocatable().getOrZero(key.resource()))
        .reduce(Quantity.ZERO, Quantity::add);
  }
}
