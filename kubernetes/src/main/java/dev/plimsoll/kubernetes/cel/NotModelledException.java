package dev.plimsoll.kubernetes.cel;

/**
 * An expression needs what Kubernetes has and the model doesn't, so its value is unknown; the
 * message says what.
 */
public final class NotModelledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception for a feature of Kubernetes that the model lacks.
   *
   * @param what what is not modelled
   */
  public NotModelledException(String what) {
    super(what + " is not modelled");
  }
}
