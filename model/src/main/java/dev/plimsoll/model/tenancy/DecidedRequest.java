package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.QuotaRequest;

/**
 * A QuotaRequest and its outcome, by the policy and the time.
 *
 * @param request the request
 * @param outcome what follows
 * @param message why, a clause that starts in lower case
 */
public record DecidedRequest(QuotaRequest request, Outcome outcome, String message) {

  /** The outcome of a request. */
  public enum Outcome {
    /** The request awaits a decision. */
    PENDING,
    /** The request is a guarantee of its namespace. */
    APPROVED,
    /** The request changes nothing. */
    DENIED,
    /** The request's time is over, regardless of the decision. */
    EXPIRED
  }
}
