package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.capacity.DeviceUsers;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.capacity.TypicalRequest;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.device.DeviceUnits;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds nodes whose free extended resources are stranded. Too little CPU, memory or pod slots are
 * left for typical pods. Whether a pod waits doesn't matter.
 */
final class StrandedNodeDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.CapacityStranded);
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
    DeviceUsers users = DeviceUsers.of(context.cluster());
    Map<ResourceName, TypicalRequest> typical = TypicalRequest.of(context.cluster());
    return context
        .examination()
        .each(
            context.cluster().nodes(),
            ApiObject::reference,
            n -> findings(context, n, users, typical));
  }

  private static List<Finding> findings(
      DetectionContext context,
      Node node,
      DeviceUsers users,
      Map<ResourceName, TypicalRequest> typical) {
    List<Finding> found = new ArrayList<>();
    Resources free = context.headroom(node);
    for (ResourceName resource : context.totals().scarce()) {
      Optional<TypicalRequest> request = Optional.ofNullable(typical.get(resource));
      Quantity stranded =
          free.getOrZero(resource).subtract(TypicalRequest.usable(request, resource, free));
      if (stranded.signum() > 0 && users.withheld(node, resource).isEmpty()) {
        found.add(
            finding(
                context,
                new GapCause.StrandedNode(
                    node, resource, request.orElseGet(() -> TypicalRequest.none(resource))),
                stranded));
      }
    }
    return found;
  }

  private static Finding finding(
      DetectionContext context, GapCause.StrandedNode cause, Quantity stranded) {
    Node node = cause.node();
    ResourceName device = cause.resource();
    Resources free = context.headroom(node);
    DeviceUnit unit = DeviceUnits.of(node, device);
    ResourceName lacked = scarcest(cause.typical(), free);
    Quantity left = free.getOrZero(lacked);
    return FindingBuilder.of(GapKind.CapacityStranded, node)
        .resource(device)
        .message(
            stranded
                + " of "
                + free.getOrZero(device)
                + " free "
                + device
                + unit.words(free.getOrZero(device).value())
                + " on node "
                + node.name()
                + " cannot be used: "
                + (lacked.equals(ResourceName.PODS)
                    ? "the node has no pod slot left"
                    : "the node has "
                        + left
                        + " "
                        + lacked
                        + " left, and pods typically request "
                        + cause.typical().perUnit().getOrZero(lacked)
                        + " with each")
                + holders(context, node, device, lacked))
        .evidence("free", stranded)
        .evidence("allocatable", node.allocatable().getOrZero(device))
        .evidence("lacks", lacked)
        .evidence("left", left)
        .cost(cost -> cost.idle(unit, stranded.value(), Optional.empty()))
        .cause(context, cause);
  }

  /** Returns the resource that suffices for the fewest units. */
  private static ResourceName scarcest(TypicalRequest typical, Resources free) {
    return free.getOrZero(ResourceName.PODS).signum() <= 0 && free.contains(ResourceName.PODS)
        ? ResourceName.PODS
        : typical.perUnit().names().stream()
            .min(
                Comparator.comparingDouble(
                    n -> free.getOrZero(n).toDouble() / typical.perUnit().getOrZero(n).toDouble()))
            .orElse(ResourceName.PODS);
  }

  private static String holders(
      DetectionContext context, Node node, ResourceName device, ResourceName lacked) {
    List<Resources> others =
        context.cluster().podsOn(node.name()).stream()
            .map(NodeCapacity::requests)
            .filter(r -> r.getOrZero(device).signum() == 0 && r.getOrZero(lacked).signum() > 0)
            .toList();
    Quantity sum =
        others.stream().map(r -> r.getOrZero(lacked)).reduce(Quantity.ZERO, Quantity::add);
    return others.isEmpty()
        ? ""
        : "; "
            + Counted.of(others.size(), "pod")
            + " without "
            + device
            + " "
            + Counted.verb(others.size(), "has ", "have ")
            + (lacked.equals(ResourceName.PODS) ? sum + " pod slots" : sum + " " + lacked)
            + " there";
  }
}
