package dev.plimsoll.advisor.live;

import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;

/**
 * A quota in a plan.
 *
 * @param countsAllPods whether it has no scopes
 * @param now its ceilings
 * @param decided what they are to be; no ceilings if it is to be deleted
 * @param used what is charged to it
 */
record PlannedQuota(
    String namespace,
    String name,
    boolean countsAllPods,
    Resources now,
    Resources decided,
    Resources used) {

  static PlannedQuota of(QuotaRecommendation quotaRecommendation) {
    Resources.Builder used = Resources.builder();
    for (QuotaKeyProposal key : quotaRecommendation.proposal().keys()) {
      used.put(key.key(), key.used());
    }
    return new PlannedQuota(
        quotaRecommendation.proposal().namespace(),
        quotaRecommendation.proposal().name(),
        quotaRecommendation.quota().spec().countsAllPods(),
        quotaRecommendation.proposal().now(),
        quotaRecommendation.proposal().proposed(),
        used.build());
  }

  /** Returns the quota in a plan that leaves it as it is. */
  PlannedQuota unchanged() {
    return new PlannedQuota(namespace, name, countsAllPods, now, now, used);
  }

  /** Returns {@code namespace/name}. */
  String label() {
    return namespace + "/" + name;
  }

  /** Returns a ceiling as decided, or what is used where there is to be none. */
  Quantity decidedOrUsed(ResourceName key) {
    return decided.get(key).orElse(used.getOrZero(key));
  }
}
