package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.object.QuotaRequest;

/**
 * A QuotaRequest and what follows from the policy and the time.
 *
 * @param request the request
 * @param outcome what follows
 * @param message why, a clause that starts in lower case
 */
public record DecidedRequest(QuotaRequest request, Outcome outcome, String message) {

  /** What follows. */
  public enum Outcome {
    /** Nobody decided yet. */
    PENDING,
    /** It is a guarantee of its namespace. */
    APPROVED,
    /** It changes nothing. */
    DENIED,
    /** The request's time is over, regardless of the decision. */
    EXPIRED
  }
}
