package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.admission.policy.PolicyOutcome;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.validation.FieldError;
import dev.plimsoll.kubernetes.validation.InvalidMessage;
import java.util.List;

/**
 * The answer to a request that is denied.
 *
 * @param code the HTTP status
 * @param reason the reason in one word, such as {@code Forbidden}; empty where there is none
 * @param message the text that the user sees
 */
public record Denial(int code, String reason, String message) {

  /** Returns the denial by an admission plug-in. */
  static Denial forbidden(ApiObject object, String message) {
    return new Denial(403, "Forbidden", forbids(object, message));
  }

  /** Returns the denial by a policy, which chooses its reason itself. */
  static Denial byPolicy(ApiObject object, PolicyOutcome.Denied denied) {
    return new Denial(denied.code(), denied.reason(), forbids(object, denied.message()));
  }

  private static String forbids(ApiObject object, String message) {
    return object.resource() + " \"" + object.name() + "\" is forbidden: " + message;
  }

  /** Returns the denial of an object with invalid fields. */
  public static Denial invalid(ApiObject object, List<FieldError> errors) {
    String group = object.type().group();
    String kind = object.type().kind() + (group.isEmpty() ? "" : "." + group);
    return new Denial(422, "Invalid", InvalidMessage.message(kind, object.name(), errors));
  }

  /** Returns the API server's answer when a plug-in can't decide. */
  static Denial error(String message) {
    return new Denial(500, "", message);
  }
}
