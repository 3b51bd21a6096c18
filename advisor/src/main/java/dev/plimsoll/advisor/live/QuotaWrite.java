package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Optional;

/**
 * The outcome of one write to a quota.
 *
 * @param result how it went
 * @param message why, if it wasn't done; whether a quota was created or deleted, if it was
 * @param hard the ceilings that the API server has by now; empty if that is unknown
 */
record QuotaWrite(Result result, String message, Optional<Resources> hard) {
  /** A quota was deleted. */
  static final QuotaWrite DELETED =
      new QuotaWrite(Result.DONE, "deleted", Optional.of(Resources.EMPTY));

  /** Writes ceilings to one quota. */
  interface Writer {
    /** Replaces the quota's last observed ceilings with these. */
    QuotaWrite put(Resources hard);
  }

  static QuotaWrite done(JsonObject stored) {
    return done(JsonFields.amounts(stored, "spec", "hard"));
  }

  static QuotaWrite done(Resources stored) {
    return new QuotaWrite(Result.DONE, "", Optional.of(stored));
  }

  static QuotaWrite created(JsonObject stored) {
    return new QuotaWrite(Result.DONE, "created", done(stored).hard());
  }

  static QuotaWrite conflict(String message, JsonObject found) {
    return new QuotaWrite(
        Result.CONFLICT, message, Optional.of(JsonFields.amounts(found, "spec", "hard")));
  }

  static QuotaWrite conflict(String message, Resources found) {
    return new QuotaWrite(Result.CONFLICT, message, Optional.of(found));
  }

  /** Returns that the API server didn't do it, and what the quota is now. */
  static QuotaWrite failed(StatusException e, ApiWriter writer, String path) {
    Optional<Resources> hard;
    try {
      hard =
          writer
              .get(path)
              .map(q -> JsonFields.amounts(q, "spec", "hard"))
              .or(() -> Optional.of(Resources.EMPTY));
    } catch (StatusException unread) {
      hard = Optional.empty();
    }
    return new QuotaWrite(WriteErrors.result(e), WriteErrors.message("change", e), hard);
  }
}
