package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.Evaluators;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds quota keys that the API server accepts and no evaluator ever charges. */
final class DeadQuotaKeyDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.DeadQuotaKey);
  }

  @Override
  public Unread unread(DetectionContext context) {
    boolean ofClasses =
        context.quotas().stream()
            .flatMap(q -> q.spec().hard().names().stream())
            .anyMatch(k -> QuotaKeys.deviceClass(k).isPresent());
    return context.unread(
        ofClasses
            ? List.of(ResourceQuota.RESOURCE, DeviceClass.RESOURCE)
            : List.of(ResourceQuota.RESOURCE));
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
      } else {
        missingClass(context, quota, key)
            .ifPresent(c -> found.add(finding(context, quota, key, c)));
      }
    }
    return found;
  }

  /**
   * Returns the device class of a key, if the class doesn't exist and no existing claim names it.
   * No claim can get devices of it.
   */
  private static Optional<String> missingClass(
      DetectionContext context, ResourceQuota quota, ResourceName key) {
    Cluster cluster = context.cluster();
    return QuotaKeys.deviceClass(key)
        .filter(c -> cluster.covers(DeviceClass.RESOURCE))
        .filter(c -> cluster.find(DeviceClass.class, "", c).isEmpty())
        .filter(c -> quota.status().used().getOrZero(key).isZero());
  }

  private static Finding finding(
      DetectionContext context, ResourceQuota quota, ResourceName key, String deviceClass) {
    Quantity hard = quota.spec().hard().getOrZero(key);
    return FindingBuilder.of(GapKind.DeadQuotaKey, quota)
        .resource(key)
        .message(
            "quota "
                + quota.name()
                + " sets "
                + key
                + " to "
                + hard
                + ", but device class "
                + deviceClass
                + " doesn't exist, so the key limits nothing")
        .evidence("hard", hard)
        .evidence("deviceClass", deviceClass)
        .cause(context, new GapCause.QuotaLimit(quota, key, hard));
  }

  private static Finding finding(DetectionContext context, ResourceQuota quota, ResourceName key) {
    Quantity hard = quota.spec().hard().getOrZero(key);
    String instead =
        QuotaKeys.enforcedInstead(key)
            .map(live -> "; Kubernetes enforces the key " + live)
            .orElse("");
    Optional<UnlimitedUse> beyond = UnlimitedUse.of(context, quota, key);
    FindingBuilder gap =
        FindingBuilder.of(GapKind.DeadQuotaKey, quota)
            .resource(key)
            .message(
                "quota "
                    + quota.name()
                    + " sets "
                    + key
                    + " to "
                    + hard
                    + ", but Kubernetes never charges this key, so the key limits nothing"
                    + instead
                    + beyond.map(UnlimitedUse::sentence).orElse(""))
            .evidence("hard", hard)
            .evidence("charged", "never");
    beyond.ifPresent(b -> gap.cost(b::addTo));
    return gap.cause(context, new GapCause.QuotaLimit(quota, key, hard));
  }
}
