package dev.plimsoll.model.tenancy;

/**
 * Something in a policy that can't be meant so.
 *
 * @param path where in the document, such as {@code spec.tenants[2].weight}
 * @param message what is wrong and what to do
 * @param severity whether the policy can be followed all the same
 */
public record PolicyViolation(String path, String message, Severity severity) {

  /** Whether the policy can be followed all the same. */
  public enum Severity {
    /** It can't. */
    ERROR,
    /** It can; the sentence says how. */
    WARNING
  }

  /** Returns a problem that must be mended first. */
  static PolicyViolation error(String path, String sentence) {
    return new PolicyViolation(path, sentence, Severity.ERROR);
  }

  /** Returns a problem that the policy can be followed with. */
  static PolicyViolation warning(String path, String sentence) {
    return new PolicyViolation(path, sentence, Severity.WARNING);
  }

  @Override
  public String toString() {
    return path + ": " + message;
  }
}
