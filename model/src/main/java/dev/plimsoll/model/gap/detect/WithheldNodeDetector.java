package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.capacity.DeviceUsers;
import dev.plimsoll.kubernetes.capacity.NodeOutlook;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.device.DeviceUnits;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds nodes whose free extended resources no pod can use. They are cordoned, not ready, or have a
 * taint that no pod or template with a request for the resource tolerates.
 */
final class WithheldNodeDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.CapacityWithheld);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.namespace().isEmpty()
        ? context.unreadNodes().and(PodRequirements.ofOwners(context))
        : Unread.NOTHING;
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    if (!context.namespace().isEmpty() || !context.knows(List.of(Requirement.all(Pod.RESOURCE)))) {
      return List.of();
    }
    DeviceUsers users = DeviceUsers.of(context.cluster());
    return context
        .examination()
        .each(context.cluster().nodes(), ApiObject::reference, n -> findings(context, n, users));
  }

  private static List<Finding> findings(DetectionContext context, Node node, DeviceUsers users) {
    List<Finding> found = new ArrayList<>();
    for (ResourceName resource : context.totals().scarce()) {
      Quantity free = context.headroom(node).getOrZero(resource);
      if (free.signum() > 0) {
        users
            .withheld(node, resource)
            .ifPresent(why -> found.add(finding(context, node, resource, free, why)));
      }
    }
    return found;
  }

  private static Finding finding(
      DetectionContext context, Node node, ResourceName resource, Quantity free, String why) {
    return FindingBuilder.of(GapKind.CapacityWithheld, node)
        .resource(resource)
        .message(
            "node "
                + node.name()
                + " "
                + why
                + ": "
                + free
                + " free "
                + resource
                + DeviceUnits.of(node, resource).words(free.value())
                + " cannot be used"
                + NodeOutlook.removal(node)
                    .map(t -> "; the node is being removed (taint " + t.text() + ")")
                    .orElse(""))
        .evidence("free", free)
        .evidence("allocatable", node.allocatable().getOrZero(resource))
        .evidence("why", why)
        .cost(Costs.idle(context, node, resource, free))
        .cause(context, new GapCause.WithheldNode(node));
  }
}
