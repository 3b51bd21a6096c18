package dev.plimsoll.kube.live;

/** An answer of the API server that isn't a success. */
final class StatusException extends Exception {
  private static final long serialVersionUID = 1L;

  static final int FORBIDDEN = 403;
  static final int NOT_FOUND = 404;
  static final int GONE = 410;

  private final int code;

  /**
   * Makes the exception.
   *
   * @param code the HTTP status
   * @param message the server's own words
   */
  StatusException(int code, String message) {
    super(message);
    this.code = code;
  }

  int code() {
    return code;
  }
}
