package dev.plimsoll.admission.review;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.model.ledger.LedgerDecision.Denied;
import dev.plimsoll.model.quota.QuotaDenial;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * Answers as AdmissionReview has them. A denial reads as the built-in plug-in's, since others look
 * for its words; where several quotas deny, theirs follow each other.
 */
final class ReviewAnswer {
  private static final int FORBIDDEN = 403;
  private static final int BAD_REQUEST = 400;
  private static final int UNAVAILABLE = 503;
  private static final String CANNOT_CHECK = "quota can't be checked at present";

  private ReviewAnswer() {}

  static byte[] allowed(IncomingReview review) {
    return json(review, response(review, true));
  }

  /** Answers a review that says something else than reviews say. */
  static byte[] badRequest(IncomingReview review, String problem) {
    return denied(review, BAD_REQUEST, "BadRequest", problem);
  }

  static byte[] of(IncomingReview review, LedgerDecision decision) {
    if (decision instanceof Admitted) {
      return allowed(review);
    }
    String message =
        ((Denied) decision)
            .denials().stream().map(QuotaDenial::message).collect(Collectors.joining("; "));
    return denied(review, FORBIDDEN, "Forbidden", message);
  }

  /** Answers what can't be decided on; the reason is for the log, not for whoever asks. */
  static byte[] undecided(IncomingReview review, Undecided policy) {
    if (policy == Undecided.DENY) {
      return denied(review, UNAVAILABLE, "ServiceUnavailable", CANNOT_CHECK + ": try again");
    }
    JsonArray warnings = new JsonArray();
    warnings.add(CANNOT_CHECK + ": nothing is reserved for this request");
    JsonObject response = response(review, true);
    response.add("warnings", warnings);
    return json(review, response);
  }

  private static byte[] denied(IncomingReview review, int code, String reason, String message) {
    JsonObject status = new JsonObject();
    status.addProperty("code", code);
    status.addProperty("reason", reason);
    status.addProperty("message", message);
    JsonObject response = response(review, false);
    response.add("status", status);
    return json(review, response);
  }

  private static JsonObject response(IncomingReview review, boolean allowed) {
    JsonObject response = new JsonObject();
    response.addProperty("uid", review.uid());
    response.addProperty("allowed", allowed);
    return response;
  }

  private static byte[] json(IncomingReview review, JsonObject response) {
    JsonObject json = new JsonObject();
    json.addProperty("apiVersion", review.apiVersion());
    json.addProperty("kind", IncomingReview.KIND);
    json.add("response", response);
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }
}
