package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.Recommendation;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.plan.KeyProposal;
import java.util.Optional;

/**
 * Compares a quota with what was reasoned from. The version changes with every pod that is charged,
 * so another one is no hindrance as long as the ceilings are the same and no more is used than is
 * proposed.
 */
final class Meanwhile {
  private Meanwhile() {}

  /** Returns what has changed so that the recommendation doesn't hold any more. */
  static Optional<String> changed(JsonObject live, Recommendation recommendation) {
    String version = Tree.text(live, "metadata", "resourceVersion");
    if (version.equals(recommendation.quota().metadata().resourceVersion())) {
      return Optional.empty();
    }
    Resources hard = Tree.amounts(live, "spec", "hard");
    if (!Tree.text(live, "metadata", "uid").equals(recommendation.quota().metadata().uid())) {
      return Optional.of("somebody else deleted it meanwhile and created another");
    }
    if (!hard.equals(recommendation.proposal().now())) {
      return Optional.of(
          "somebody else set it to "
              + hard
              + " meanwhile; it is as they left it. Ask for advice again");
    }
    Resources used = Tree.amounts(live, "status", "used");
    for (KeyProposal key : recommendation.proposal().keys()) {
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
