package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.capacity.UnlistedDevices;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds nodes with devices that no pod can get. Of an extended resource, kubelet counts unhealthy
 * devices in the capacity only ({@code GetCapacity} in {@code
 * pkg/kubelet/cm/devicemanager/manager.go}). If pods request more than is left, {@link
 * OverfullNodeDetector} has the node.
 */
final class UnavailableDevicesDetector implements GapDetector {
  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.DevicesUnavailable);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.namespace().isEmpty()
        ? context
            .unreadNodes()
            .and(context.unread(List.of(Pod.RESOURCE)))
            .and(UnlistedDevices.of(context.cluster()).unread())
        : Unread.NOTHING;
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    if (!context.namespace().isEmpty()) {
      return List.of();
    }
    UnlistedDevices unlisted = UnlistedDevices.of(context.cluster());
    boolean arePodsKnown = context.knows(List.of(Requirement.all(Pod.RESOURCE)));
    return context
        .examination()
        .each(
            context.cluster().nodes(),
            ApiObject::reference,
            node ->
                Stream.concat(
                        unlisted.label(node).map(l -> unlisted(context, node, l)).stream(),
                        arePodsKnown ? unhealthy(context, node) : Stream.of())
                    .toList());
  }

  private static Finding unlisted(DetectionContext context, Node node, String label) {
    return FindingBuilder.of(GapKind.DevicesUnavailable, node)
        .message(describe(node, label) + ": no device plugin and no driver registers them")
        .evidence("label", label)
        .cause(context, new GapCause.Unremedied());
  }

  /** Returns a clause about the first node that has devices by its labels and lists none. */
  static Optional<String> firstUnlisted(Cluster cluster) {
    UnlistedDevices unlisted = UnlistedDevices.of(cluster);
    return cluster.nodes().stream()
        .flatMap(node -> unlisted.label(node).map(label -> describe(node, label)).stream())
        .findFirst();
  }

  private static String describe(Node node, String label) {
    return "node %s has devices by its label %s, and lists none".formatted(node.name(), label);
  }

  private static Stream<Finding> unhealthy(DetectionContext context, Node node) {
    return node.capacity().names().stream()
        .filter(ResourceName::isExtended)
        .filter(
            r ->
                node.capacity().getOrZero(r).compareTo(node.allocatable().getOrZero(r)) > 0
                    && NodeCapacity.of(context.cluster(), node)
                            .requested()
                            .getOrZero(r)
                            .compareTo(node.allocatable().getOrZero(r))
                        <= 0)
        .map(r -> unhealthy(context, node, r));
  }

  private static Finding unhealthy(DetectionContext context, Node node, ResourceName resource) {
    Quantity capacity = node.capacity().getOrZero(resource);
    Quantity allocatable = node.allocatable().getOrZero(resource);
    Quantity lost = capacity.subtract(allocatable);
    return FindingBuilder.of(GapKind.DevicesUnavailable, node)
        .resource(resource)
        .message(
            "kubelet counts %s of %s %s on node %s as unhealthy: only %s can be allocated"
                .formatted(lost, capacity, resource, node.name(), allocatable))
        .evidence("allocatable", allocatable)
        .evidence("capacity", capacity)
        .cost(Costs.idle(context, node, resource, lost))
        .cause(context, new GapCause.Unremedied());
  }
}
