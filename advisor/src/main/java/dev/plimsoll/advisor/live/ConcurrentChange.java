package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.util.Optional;

/**
 * Compares a quota with what was reasoned from. The version changes with every pod that is charged,
 * so another one is no hindrance as long as the ceilings are the same and no more is used than is
 * proposed.
 */
final class ConcurrentChange {
  private ConcurrentChange() {}

  /** Returns what has changed so that the recommendation doesn't hold any more. */
  static Optional<String> since(JsonObject live, QuotaRecommendation quotaRecommendation) {
    String version = JsonFields.text(live, "metadata", "resourceVersion");
    if (version.equals(quotaRecommendation.quota().metadata().resourceVersion())) {
      return Optional.empty();
    }
    Resources hard = JsonFields.amounts(live, "spec", "hard");
    if (!JsonFields.text(live, "metadata", "uid")
        .equals(quotaRecommendation.quota().metadata().uid())) {
      return Optional.of("somebody else deleted it meanwhile and created another");
    }
    if (!hard.equals(quotaRecommendation.proposal().now())) {
      return Optional.of(
          "somebody else set it to "
              + hard
              + " meanwhile; it is as they left it. Ask for advice again");
    }
    Resources used = JsonFields.amounts(live, "status", "used");
    for (QuotaKeyProposal key : quotaRecommendation.proposal().keys()) {
      Quantity now = used.getOrZero(key.key());
      if (now.compareTo(key.proposed()) > 0 && now.compareTo(key.used()) > 0) {
        return Optional.of(
            now
                + " of "
                + key.key()
                + " are used by now, more than the proposed "
                + key.proposed()
                + "; it is as it was. Ask for advice again");
      }
    }
    return Optional.empty();
  }
}
