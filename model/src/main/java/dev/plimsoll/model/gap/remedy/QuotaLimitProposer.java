package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.QuotaChange;
import java.util.List;

/** Proposes another limit for one key of a quota. */
enum QuotaLimitProposer implements RemedyProposer {
  /** The usage becomes the limit. */
  RAISE_TO_USAGE(
      "raise %s of quota %s to what is used, %s",
      "the quota covers what runs; further pods are still denied"),
  /** The limit becomes the capacity of the nodes, or the usage if the usage is larger. */
  LOWER_TO_CAPACITY(
      "lower %s of quota %s to %s", "pods that cannot run are denied instead of staying Pending"),
  /** The limit allows the denied objects, which are not the pods. */
  RAISE_FOR_OBJECTS(
      "raise %s of quota %s to %s",
      "the denied objects can be created; quotas and nodes then decide on their pods"),
  /** The limit of another quota becomes that of this one. */
  RAISE_TO_LOOSER("raise %s of quota %s to %s", "the quotas agree, and either can be removed");

  private final String action;
  private final String result;

  QuotaLimitProposer(String action, String result) {
    this.action = action;
    this.result = result;
  }

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.QuotaLimit limit)) {
      return List.of();
    }
    ResourceQuota quota = limit.quota();
    return List.of(
        Proposal.ofCluster(
                action.formatted(limit.key(), quota.name(), limit.value()),
                Actor.ADMIN,
                List.of(
                    new QuotaChange.SetQuota(
                        quota.namespace(), quota.name(), limit.key(), limit.value())))
            .withOutcome(result));
  }
}
