package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;

/**
 * The recommendation for a ResourceQuota.
 *
 * @param proposal its ceilings now and as proposed, with the derivation of each
 * @param quota the quota as it should be; the one there is where nothing changes
 * @param effect what that does in its namespace, once all recommendations are applied
 * @param confidence how far it can be trusted
 */
public record QuotaRecommendation(
    ResourceQuotaProposal proposal,
    ResourceQuota quota,
    RecommendationEffect effect,
    Confidence confidence) {

  /** Returns {@code namespace/name}. */
  public String label() {
    return proposal.namespace() + "/" + proposal.name();
  }
}
