package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds quotas with more usage than their limit. */
final class QuotaBelowUsageDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.QuotaBelowUsage);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.unread(List.of(ResourceQuota.RESOURCE));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context
        .examination()
        .each(context.quotas(), ApiObject::reference, q -> findings(context, q));
  }

  private static List<Finding> findings(DetectionContext context, ResourceQuota quota) {
    List<Finding> found = new ArrayList<>();
    for (ResourceName key : quota.spec().hard().names()) {
      Quantity hard = quota.spec().hard().getOrZero(key);
      Quantity used = quota.status().used().getOrZero(key);
      if (used.compareTo(hard) > 0) {
        found.add(finding(context, quota, key, hard, used));
      }
    }
    return found;
  }

  private static Finding finding(
      DetectionContext context,
      ResourceQuota quota,
      ResourceName key,
      Quantity hard,
      Quantity used) {
    Quantity over = used.subtract(hard);
    return FindingBuilder.of(GapKind.QuotaBelowUsage, quota)
        .resource(key)
        .message(
            "quota "
                + quota.name()
                + " allows "
                + hard
                + " of "
                + key
                + ", and its usage is "
                + used
                + ": nothing is evicted, and new requests are denied until at least "
                + over
                + " is released")
        .evidence("hard", hard)
        .evidence("used", used)
        .evidence("over", over)
        .cause(context, new GapCause.QuotaLimit(quota, key, used));
  }
}
