package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.ResyncedQuota;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.whatif.QuotaChange;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Proposes to wait for the quota controller, if the denying quota counts more than its objects add
 * up to. Nobody has to do anything.
 */
final class ResyncProposer implements RemedyProposer {
  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (cause instanceof GapCause.Denied denied) {
      return resync(context, denied.denial()).stream().toList();
    }
    return cause instanceof GapCause.Rollout blocked
        ? resync(context, blocked.rollout().denial()).stream().toList()
        : List.of();
  }

  /**
   * Returns a quota with its usage as the quota controller would count it; empty if that is the
   * recorded usage.
   */
  static Optional<ResourceQuota> counted(DetectionContext context, String namespace, String name) {
    return context
        .cluster()
        .find(ResourceQuota.class, namespace, name)
        .flatMap(
            quota ->
                Optional.of(ResyncedQuota.of(context, quota))
                    .filter(counted -> !counted.status().used().equals(quota.status().used())));
  }

  private static Optional<Proposal> resync(DetectionContext context, WorkloadDenial denial) {
    Optional<QuotaDenial.Exceeded> exceeded = denial.report().exceededQuota();
    Optional<ResourceQuota> counted =
        exceeded.flatMap(e -> counted(context, denial.namespace(), e.quota()));
    return counted.flatMap(
        c ->
            context
                .cluster()
                .find(ResourceQuota.class, c.namespace(), c.name())
                .flatMap(recorded -> resync(recorded, c, exceeded.orElseThrow())));
  }

  private static Optional<Proposal> resync(
      ResourceQuota quota, ResourceQuota counted, QuotaDenial.Exceeded exceeded) {
    String words =
        exceeded.limited().names().stream()
            .filter(key -> isLess(counted, quota, key))
            .map(
                key ->
                    "%s of %s instead of %s"
                        .formatted(
                            counted.status().used().getOrZero(key),
                            key,
                            quota.status().used().getOrZero(key)))
            .collect(Collectors.joining(", "));
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Proposal.ofNobody(
                "wait for the quota controller: it counts every 5 minutes, and quota %s then has %s"
                    .formatted(quota.name(), words),
                List.of(new QuotaChange.Resync(quota.namespace(), quota.name()))));
  }

  private static boolean isLess(ResourceQuota counted, ResourceQuota quota, ResourceName key) {
    return counted.status().used().getOrZero(key).compareTo(quota.status().used().getOrZero(key))
        < 0;
  }
}
