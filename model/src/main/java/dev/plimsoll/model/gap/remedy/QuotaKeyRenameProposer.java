package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.QuotaChange;
import java.util.List;

/** Proposes to replace a dead quota key by the key that Kubernetes enforces. */
final class QuotaKeyRenameProposer implements RemedyProposer {

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    return cause instanceof GapCause.QuotaLimit limit
        ? QuotaKeys.enforcedInstead(limit.key()).stream()
            .map(live -> rename(context, limit.quota(), limit.key(), live))
            .toList()
        : List.of();
  }

  private static Proposal rename(
      DetectionContext context, ResourceQuota quota, ResourceName dead, ResourceName live) {
    Quantity hard = quota.spec().hard().get(live).orElse(quota.spec().hard().getOrZero(dead));
    Resources renamed = quota.spec().hard().without(dead).with(live, hard);
    ResourceQuota changed = quota.withSpec(quota.spec().withHard(renamed));
    Quantity used =
        ResourceQuotaController.sync(context.cluster().with(changed), changed)
            .status()
            .used()
            .getOrZero(live);
    String result =
        used.compareTo(hard) > 0
            ? used + " are in use, more than " + hard + ": what runs stays, further pods are denied"
            : used + " of " + hard + " are in use, and the limit holds";
    String name = quota.name();
    return Proposal.ofCluster(
            "rename the key " + dead + " to " + live,
            Actor.ADMIN,
            List.of(
                new QuotaChange.RemoveQuotaKey(quota.namespace(), name, dead),
                new QuotaChange.SetQuota(quota.namespace(), name, live, hard)))
        .withOutcome(result);
  }
}
