package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.plan.ConfirmedChanges;
import java.util.Optional;

/**
 * Compares a quota with what was seen of it last. The version changes with every pod that is
 * charged, so another one does no harm as long as the ceilings are the same and no more is used
 * than is left by a reduction.
 *
 * @param uid of the quota
 * @param resourceVersion of the quota
 * @param hard its ceilings
 * @param used what was charged to them when their changes were decided
 */
record ConcurrentChange(String uid, String resourceVersion, Resources hard, Resources used) {

  /** Returns the same for what the API server has stored since. */
  ConcurrentChange after(JsonObject stored) {
    return new ConcurrentChange(
        JsonFields.text(stored, "metadata", "uid"),
        JsonFields.text(stored, "metadata", "resourceVersion"),
        JsonFields.amounts(stored, "spec", "hard"),
        used);
  }

  /** Returns the change since then that prevents writing these ceilings, if there is any. */
  Optional<String> since(JsonObject live, Resources target) {
    if (JsonFields.text(live, "metadata", "resourceVersion").equals(resourceVersion)) {
      return Optional.empty();
    }
    Resources hardNow = JsonFields.amounts(live, "spec", "hard");
    if (!JsonFields.text(live, "metadata", "uid").equals(uid)) {
      return Optional.of("conflict: deleted and created again by someone else; left unchanged");
    }
    if (!hardNow.equals(hard)) {
      return Optional.of(WriteErrors.CHANGED + ", it is " + hardNow + " now; run advise again");
    }
    Resources usedNow = JsonFields.amounts(live, "status", "used");
    for (ResourceName key : target.names()) {
      Quantity to = target.getOrZero(key);
      Quantity now = usedNow.getOrZero(key);
      if (to.compareTo(hard.get(key).orElse(to)) < 0
          && ConfirmedChanges.isOutdated(
              MilliUnits.of(to), MilliUnits.of(used.getOrZero(key)), MilliUnits.of(now))) {
        return Optional.of(
            now
                + " of "
                + key
                + " are used by now, more than the proposed "
                + to
                + "; left unchanged, run advise again");
      }
    }
    return Optional.empty();
  }
}
