package dev.plimsoll.admission.review;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.model.ledger.LedgerDecision.Denied;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Answers as AdmissionReview has them. A denial reads as the built-in plug-in's, since others look
 * for its words; where several quotas deny, theirs follow each other.
 */
final class ReviewAnswer {
  private static final int FORBIDDEN = 403;
  private static final int BAD_REQUEST = 400;
  private static final int CONFLICT = 409;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;
  private static final int RETRY_AFTER_SECONDS = 1;
  private static final String CANNOT_CHECK = "quota can't be checked at present";

  private ReviewAnswer() {}

  /** Answers a request that no ledger decides on. */
  static byte[] allowed(IncomingReview review, List<String> warnings) {
    return json(review, warned(response(review, true), warnings));
  }

  /** Answers a request whose object is changed by a JSON patch. */
  static byte[] patched(IncomingReview review, JsonArray patch) {
    JsonObject response = response(review, true);
    response.addProperty("patchType", "JSONPatch");
    response.addProperty(
        "patch",
        Base64.getEncoder().encodeToString(patch.toString().getBytes(StandardCharsets.UTF_8)));
    return json(review, response);
  }

  /** Answers a request that is admitted by all ledgers. */
  static byte[] admitted(IncomingReview review, Admitted admitted, List<String> warnings) {
    JsonObject response = warned(response(review, true), warnings);
    response.add("auditAnnotations", audit("admitted", Optional.of(charges(admitted))));
    return json(review, response);
  }

  private static String charges(Admitted admitted) {
    return new TreeMap<>(admitted.reservations())
        .entrySet().stream()
            .map(e -> e.getKey() + ": " + e.getValue().reserved())
            .collect(Collectors.joining("; "));
  }

  /** Answers a review that says something else than reviews say. */
  static byte[] badRequest(IncomingReview review, String problem) {
    return denied(review, BAD_REQUEST, "BadRequest", problem);
  }

  /** Answers a pod whose gang has no size that anybody knows. */
  static byte[] invalidGang(IncomingReview review, String problem) {
    return denied(review, FORBIDDEN, "Forbidden", problem);
  }

  /** Answers a creation whose name is taken, with the status that the API server itself has. */
  static byte[] alreadyExists(IncomingReview review, String problem) {
    return denied(review, CONFLICT, "AlreadyExists", problem);
  }

  static byte[] denied(IncomingReview review, Denied decision) {
    return denied(review, FORBIDDEN, "Forbidden", decision.text());
  }

  /** Answers a request that can't be decided; the reason goes to the log, not to the user. */
  static byte[] undecided(IncomingReview review, Undecided policy) {
    if (policy == Undecided.DENY) {
      return denied(review, UNAVAILABLE, "ServiceUnavailable", CANNOT_CHECK + ": try again");
    }
    JsonObject response =
        warned(
            response(review, true),
            List.of(CANNOT_CHECK + ": nothing is reserved for this request"));
    response.add("auditAnnotations", audit("undecided", Optional.empty()));
    return json(review, response);
  }

  /** Answers a review that waited too long. Clients of the API server try again by themselves. */
  static byte[] shed(IncomingReview review, Undecided policy) {
    if (policy == Undecided.ALLOW) {
      return undecided(review, policy);
    }
    JsonObject response =
        denial(
            review,
            TOO_MANY_REQUESTS,
            "TooManyRequests",
            "too many requests wait for a check of quota: try again in a second");
    JsonObject details = new JsonObject();
    details.addProperty("retryAfterSeconds", RETRY_AFTER_SECONDS);
    response.getAsJsonObject("status").add("details", details);
    return json(review, response);
  }

  /** Answers a request that is allowed since nothing is denied; the reason is for the audit log. */
  static byte[] audited(IncomingReview review, String decision, String reason) {
    JsonObject annotations = audit(decision, Optional.empty());
    if (!reason.isEmpty()) {
      annotations.addProperty("reason", reason);
    }
    JsonObject response = response(review, true);
    response.add("auditAnnotations", annotations);
    return json(review, response);
  }

  private static byte[] denied(IncomingReview review, int code, String reason, String message) {
    return json(review, denial(review, code, reason, message));
  }

  private static JsonObject denial(IncomingReview review, int code, String reason, String message) {
    JsonObject status = new JsonObject();
    status.addProperty("code", code);
    status.addProperty("reason", reason);
    status.addProperty("message", message);
    JsonObject response = response(review, false);
    response.add("status", status);
    boolean isDecided = code == FORBIDDEN || code == CONFLICT;
    response.add("auditAnnotations", audit(isDecided ? "denied" : "undecided", Optional.empty()));
    return response;
  }

  /** Returns the annotations of the answer for the API server's audit log. */
  private static JsonObject audit(String decision, Optional<String> charges) {
    JsonObject annotations = new JsonObject();
    annotations.addProperty("decision", decision);
    charges.filter(c -> !c.isEmpty()).ifPresent(c -> annotations.addProperty("charges", c));
    return annotations;
  }

  private static JsonObject warned(JsonObject response, List<String> warnings) {
    if (!warnings.isEmpty()) {
      JsonArray json = new JsonArray();
      warnings.forEach(json::add);
      response.add("warnings", json);
    }
    return response;
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
