package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.ResyncedQuota;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds quotas whose {@code status.used} isn't what the stored objects add up to. Only keys whose
 * objects are all known are compared.
 */
final class StaleUsageDetector implements GapDetector {
  private static final Duration RESYNC_PERIOD = Duration.ofMinutes(5);

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.StaleUsage);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context
        .unread(List.of(ResourceQuota.RESOURCE))
        .and(
            Unread.of(
                context.cluster(),
                context.quotas().stream()
                    .flatMap(
                        q -> ResourceQuotaController.requirements(context.cluster(), q).stream())
                    .toList()));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context
        .examination()
        .each(context.quotas(), ApiObject::reference, q -> findings(context, q));
  }

  private static List<Finding> findings(DetectionContext context, ResourceQuota quota) {
    List<Finding> found = new ArrayList<>();
    ResourceQuota synced = ResyncedQuota.of(context, quota);
    for (ResourceName key : synced.status().used().names()) {
      Quantity counted = synced.status().used().getOrZero(key);
      quota
          .status()
          .used()
          .get(key)
          .filter(recorded -> recorded.compareTo(counted) != 0)
          .ifPresent(recorded -> found.add(finding(context, quota, key, recorded, counted)));
    }
    return found;
  }

  private static Finding finding(
      DetectionContext context,
      ResourceQuota quota,
      ResourceName key,
      Quantity recorded,
      Quantity counted) {
    Instant now = context.cluster().asOf();
    Optional<LatestChanges> latest =
        LatestChanges.of(context.cluster(), quota, key, recorded, counted);
    FindingBuilder finding =
        FindingBuilder.of(GapKind.StaleUsage, quota)
            .resource(key)
            .message(
                "quota "
                    + quota.name()
                    + " says that "
                    + recorded
                    + " of "
                    + key
                    + " are used, the objects add up to "
                    + counted
                    + latest.map(l -> "; that differs by " + l.describe(now)).orElse("")
                    + "; the controller resyncs every 5 minutes"
                    + latest
                        .filter(l -> l.age(now).compareTo(RESYNC_PERIOD) > 0)
                        .map(l -> ": if that is all that differs, it is late or doesn't run")
                        .orElse(""))
            .evidence("recorded", recorded)
            .evidence("counted", counted)
            .evidence("hard", quota.spec().hard().getOrZero(key));
    latest.ifPresent(
        l ->
            finding
                .evidence("suspected", String.join(", ", l.objects()))
                .evidence("since", l.since()));
    return finding.cause(context, new GapCause.Unremedied());
  }
}
