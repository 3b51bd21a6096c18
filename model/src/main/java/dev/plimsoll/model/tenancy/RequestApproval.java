package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.QuotaRequest;

/**
 * The decision on a QuotaRequest by a person who may edit the policy.
 *
 * @param namespace the request's namespace
 * @param request the request's name
 * @param uid the request's UID, so that no later one of that name is meant; empty for any
 * @param decision what was decided
 * @param reason why; may be empty
 */
public record RequestApproval(
    String namespace, String request, String uid, Decision decision, String reason) {

  /** Returns whether it is about that request. */
  public boolean isAbout(QuotaRequest other) {
    return namespace.equals(other.namespace())
        && request.equals(other.name())
        && (uid.isEmpty() || uid.equals(other.metadata().uid()));
  }

  /** The decision on a request. */
  public enum Decision {
    /** The request becomes a guarantee. */
    APPROVED,
    /** The request changes nothing. */
    DENIED
  }
}
