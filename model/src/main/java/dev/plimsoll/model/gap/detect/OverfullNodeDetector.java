package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PendingResize;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds nodes whose pods request more than there is for them.
 *
 * <ul>
 *   <li>The node's capacity would do, less of it is allocatable, as when a device has failed:
 *       {@link GapKind#AllocatableShrunk}. The status of pods names the devices, where the kubelet
 *       reports their health.
 *   <li>It is more than even the capacity, as with pods that name their node: {@link
 *       GapKind#NodeOvercommitted}.
 * </ul>
 */
final class OverfullNodeDetector implements GapDetector {
  private static final int NAMED = 3;

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.AllocatableShrunk, GapKind.NodeOvercommitted);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.namespace().isEmpty()
        ? context.unreadNodes().and(context.unread(List.of(Pod.RESOURCE)))
        : Unread.NOTHING;
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    if (!context.namespace().isEmpty() || !context.knows(List.of(Requirement.all(Pod.RESOURCE)))) {
      return List.of();
    }
    return context
        .examination()
        .each(
            context.cluster().nodes().stream().filter(n -> !n.allocatable().isEmpty()).toList(),
            ApiObject::reference,
            n -> findings(context, n));
  }

  private static List<Finding> findings(DetectionContext context, Node node) {
    Resources placed = NodeCapacity.of(context.cluster(), node).requested();
    Resources allocated = placed.subtract(pending(context, node));
    return placed.names().stream()
        .filter(r -> r.isExtended() || node.allocatable().contains(r))
        .filter(r -> placed.getOrZero(r).compareTo(node.allocatable().getOrZero(r)) > 0)
        .filter(r -> allocated.getOrZero(r).compareTo(node.allocatable().getOrZero(r)) > 0)
        .map(r -> finding(context, node, r, placed.getOrZero(r)))
        .toList();
  }

  /**
   * Returns the amounts that only pending resizes request; {@link PendingResizeDetector} has them.
   */
  private static Resources pending(DetectionContext context, Node node) {
    return context.cluster().podsOn(node.name()).stream()
        .filter(p -> PendingResize.of(p).isPresent())
        .map(p -> DetectionContext.placedRequests(p).subtract(PendingResize.allocated(p)))
        .reduce(Resources.EMPTY, Resources::add);
  }

  private static Finding finding(
      DetectionContext context, Node node, ResourceName resource, Quantity placed) {
    Quantity allocatable = node.allocatable().getOrZero(resource);
    Quantity capacity = node.capacity().getOrZero(resource);
    boolean shrunk = placed.compareTo(capacity) <= 0;
    GapKind kind = shrunk ? GapKind.AllocatableShrunk : GapKind.NodeOvercommitted;
    String has =
        shrunk
            ? "only " + allocatable + " of its " + capacity + " are allocatable"
            : allocatable + " are allocatable";
    List<String> unhealthy = shrunk ? unhealthy(context, node, resource) : List.of();
    FindingBuilder finding =
        FindingBuilder.of(kind, node)
            .resource(resource)
            .message(
                "pods on node %s request %s %s, and %s; nothing is evicted, and no further pod fits%s"
                    .formatted(node.name(), placed, resource, has, reported(unhealthy)))
            .evidence("allocatable", allocatable)
            .evidence("placed", placed);
    if (!unhealthy.isEmpty()) {
      finding = finding.evidence("unhealthyDevices", unhealthy.size());
    }
    return (capacity.equals(allocatable) ? finding : finding.evidence("capacity", capacity))
        .cause(context, new GapCause.Unremedied());
  }

  /** Returns the devices of the resource that the kubelet reports as unhealthy in pods' status. */
  private static List<String> unhealthy(
      DetectionContext context, Node node, ResourceName resource) {
    return context.cluster().podsOn(node.name()).stream()
        .flatMap(
            pod ->
                Stream.concat(
                        pod.status().initContainerStatuses().stream(),
                        pod.status().containerStatuses().stream())
                    .flatMap(c -> c.unhealthyDevices().stream())
                    .filter(d -> d.resource().equals(resource.name()))
                    .map(
                        d ->
                            d.id()
                                + " of pod "
                                + pod.key()
                                + (d.message().isEmpty() ? "" : " (" + d.message() + ")")))
        .distinct()
        .sorted()
        .toList();
  }

  private static String reported(List<String> unhealthy) {
    if (unhealthy.isEmpty()) {
      return "";
    }
    String more = unhealthy.size() > NAMED ? " and " + (unhealthy.size() - NAMED) + " more" : "";
    return "; the kubelet reports as unhealthy: "
        + unhealthy.stream().limit(NAMED).collect(Collectors.joining(", "))
        + more;
  }
}
