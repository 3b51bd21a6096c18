package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.util.Optional;

/**
 * Compares a quota with what the advice was based on. The version changes with every pod that is
 * charged, so another one does no harm as long as the ceilings are the same and no more is used
 * than is proposed.
 */
final class ConcurrentChange {
  private ConcurrentChange() {}

  /** Returns what has changed that makes the recommendation invalid. */
  static Optional<String> since(JsonObject live, QuotaRecommendation quotaRecommendation) {
    String version = JsonFields.text(live, "metadata", "resourceVersion");
    if (version.equals(quotaRecommendation.quota().metadata().resourceVersion())) {
      return Optional.empty();
    }
    Resources hard = JsonFields.amounts(live, "spec", "hard");
    if (!JsonFields.text(live, "metadata", "uid")
        .equals(quotaRecommendation.quota().metadata().uid())) {
      return Optional.of("conflict: deleted and created again by someone else; left unchanged");
    }
    if (!hard.equals(quotaRecommendation.proposal().now())) {
      return Optional.of(WriteErrors.CHANGED + ", it is " + hard + " now; run advise again");
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
                + "; left unchanged, run advise again");
      }
    }
    return Optional.empty();
  }
}
