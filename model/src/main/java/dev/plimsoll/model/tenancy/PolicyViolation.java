package dev.plimsoll.model.tenancy;

/**
 * A rule that a policy breaks.
 *
 * @param path where in the document, such as {@code spec.tenants[2].weight}
 * @param message what is wrong and what to do
 * @param severity whether the policy can still be used
 */
public record PolicyViolation(String path, String message, Severity severity) {

  /** Whether the policy can still be used. */
  public enum Severity {
    /** The policy can't be used. */
    ERROR,
    /** The policy can be used; the message says how. */
    WARNING
  }

  /** Returns a violation that must be fixed first. */
  static PolicyViolation error(String path, String message) {
    return new PolicyViolation(path, message, Severity.ERROR);
  }

  /** Returns a violation despite which the policy can be used. */
  static PolicyViolation warning(String path, String message) {
    return new PolicyViolation(path, message, Severity.WARNING);
  }

  @Override
  public String toString() {
    return path + ": " + message;
  }
}
