package dev.plimsoll.model.cel;

/**
 * An expression needs what Kubernetes has and the model doesn't, so its value is unknown; the
 * message says what.
 */
public final class NotModelledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param what what is not modelled
   */
  public NotModelledException(String what) {
    super(what + " is not modelled");
  }
}
