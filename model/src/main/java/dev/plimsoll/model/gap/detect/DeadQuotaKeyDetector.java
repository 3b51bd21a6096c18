package dev.plimsoll.model.gap.detect;

import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.Evaluators;
import dev.plimsoll.model.quota.QuotaKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds quota keys that the API server accepts and no evaluator ever charges. */
final class DeadQuotaKeyDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.DeadQuotaKey);
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
      if (!Evaluators.tracksAnywhere(context.cluster(), key)) {
        found.add(finding(context, quota, key));
      }
    }
    return found;
  }

  private static Finding finding(DetectionContext context, ResourceQuota quota, ResourceName key) {
    Quantity hard = quota.spec().hard().getOrZero(key);
    String instead =
        QuotaKeys.enforcedInstead(key)
            .map(live -> "; the key that is enforced is " + live)
            .orElse("");
    return FindingBuilder.of(GapKind.DeadQuotaKey, quota)
        .resource(key)
        .message(
            "key "
                + key
                + " of quota "
                + quota.name()
                + " is accepted but never charged, so its "
                + hard
                + " limits nothing"
                + instead)
        .evidence("hard", hard)
        .evidence("charged", "never")
        .cause(context, new GapCause.QuotaLimit(quota, key, hard));
  }
}
