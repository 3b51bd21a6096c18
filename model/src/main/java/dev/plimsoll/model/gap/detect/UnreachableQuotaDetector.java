package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.capacity.DeviceHeadroom;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds limits of quotas that are above what all schedulable nodes have. */
final class UnreachableQuotaDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.QuotaUnreachable);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.unreadNodes().and(context.unread(List.of(ResourceQuota.RESOURCE)));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    if (!context.unreadNodes().isEmpty()) {
      return List.of();
    }
    return context
        .examination()
        .each(context.quotas(), ApiObject::reference, q -> findings(context, q));
  }

  private static List<Finding> findings(DetectionContext context, ResourceQuota quota) {
    List<Finding> found = new ArrayList<>();
    for (ResourceName key : quota.spec().hard().names()) {
      unreachable(context, quota, key).ifPresent(found::add);
    }
    return found;
  }

  private static Optional<Finding> unreachable(
      DetectionContext context, ResourceQuota quota, ResourceName key) {
    Optional<ResourceName> resource = QuotaKeys.nodeResource(key);
    Quantity hard = quota.spec().hard().getOrZero(key);
    if (resource.isEmpty()
        || context.cluster().nodes().isEmpty()
        || DeviceHeadroom.mayServe(context.cluster(), resource.get())) {
      return Optional.empty();
    }
    Quantity schedulable = context.totals().schedulable().getOrZero(resource.get());
    Quantity used = quota.status().used().getOrZero(key);
    if (hard.compareTo(schedulable) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        FindingBuilder.of(GapKind.QuotaUnreachable, quota)
            .resource(key)
            .message(
                "quota "
                    + quota.name()
                    + " allows "
                    + hard
                    + " of "
                    + key
                    + ", but schedulable nodes have "
                    + schedulable
                    + " in total"
                    + AutoscaledCapacity.mayCome(context.cluster(), resource.get()))
            .evidence("hard", hard)
            .evidence("schedulable", schedulable)
            .evidence("used", used)
            .cause(context, new GapCause.QuotaLimit(quota, key, Quantity.max(schedulable, used))));
  }
}
