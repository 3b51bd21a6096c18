package dev.plimsoll.model.tenancy;

/**
 * What was decided about a QuotaRequest by those who may edit the policy.
 *
 * @param namespace the request's namespace
 * @param request the request's name
 * @param decision what was decided
 * @param reason why; may be empty
 */
public record RequestApproval(String namespace, String request, Decision decision, String reason) {

  /** What was decided. */
  public enum Decision {
    /** It becomes a guarantee. */
    APPROVED,
    /** It changes nothing. */
    DENIED
  }
}
