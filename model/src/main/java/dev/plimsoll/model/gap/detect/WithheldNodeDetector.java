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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds nodes whose free extended resources no pod can use. They are cordoned, not ready, or have a
 * taint that no pod or template with a request for the resource tolerates. A new node may take ten
 * minutes until it is ready.
 */
final class WithheldNodeDetector implements GapDetector {
  private static final Duration START = Duration.ofMinutes(10);

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
    if (starts(context, node)) {
      return found;
    }
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

  private static boolean starts(DetectionContext context, Node node) {
    Instant earliest = context.cluster().asOf().minus(START);
    return NodeOutlook.isStarting(node)
        && node.metadata().creationTimestamp().filter(earliest::isBefore).isPresent();
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
