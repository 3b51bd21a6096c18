package dev.plimsoll.admission.uninstall;

/** Thrown at the first step that the API server denies; the steps before it were taken. */
public final class UninstallException extends Exception {
  private static final long serialVersionUID = 1L;

  UninstallException(String message, Throwable cause) {
    super(message, cause);
  }
}
