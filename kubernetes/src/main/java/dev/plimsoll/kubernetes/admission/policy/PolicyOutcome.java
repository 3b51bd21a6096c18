package dev.plimsoll.kubernetes.admission.policy;

/** The result of a policy with a binding for a request. */
public sealed interface PolicyOutcome {

  /** The policy doesn't look at the request, or allows it. */
  record Passed() implements PolicyOutcome {}

  /**
   * The policy denies the request.
   *
   * @param policy the policy's name
   * @param binding the binding's
   * @param code the HTTP status
   * @param reason the reason in one word
   * @param text what it says, without the names
   */
  record Denied(String policy, String binding, int code, String reason, String text)
      implements PolicyOutcome {

    /** Returns the words of the API server, without those about the object. */
    public String message() {
      return "ValidatingAdmissionPolicy '"
          + policy
          + "' with binding '"
          + binding
          + "' denied request: "
          + text;
    }
  }

  /**
   * The policy's effect is unknown.
   *
   * @param policy the policy's name
   * @param binding the binding's
   * @param why what isn't known or not modelled, as half a sentence
   */
  record Undecided(String policy, String binding, String why) implements PolicyOutcome {}
}
