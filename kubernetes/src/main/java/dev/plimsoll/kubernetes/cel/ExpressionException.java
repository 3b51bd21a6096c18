package dev.plimsoll.kubernetes.cel;

/** An expression can't be evaluated; the message says why as kube-scheduler does. */
public final class ExpressionException extends Exception {
  private static final long serialVersionUID = 1L;

  ExpressionException(String message) {
    super(message);
  }
}
