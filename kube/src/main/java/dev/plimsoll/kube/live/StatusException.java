package dev.plimsoll.kube.live;

/** An answer of the API server that isn't a success. */
public final class StatusException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Status of what one may not do. */
  public static final int FORBIDDEN = 403;

  /** Status of what is not there. */
  public static final int NOT_FOUND = 404;

  /** Status of what another writer has changed, or made first. */
  public static final int CONFLICT = 409;

  /** Status of a version that the server has forgotten. */
  public static final int GONE = 410;

  private static final int UNPROCESSABLE = 422;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int INTERNAL_ERROR = 500;

  private static final String OTHER_UID = "metadata.uid: Invalid value";

  private final int code;

  /**
   * Makes the exception.
   *
   * @param code the HTTP status
   * @param message the server's own words
   */
  public StatusException(int code, String message) {
    super(message);
    this.code = code;
  }

  /** Returns the HTTP status. */
  public int code() {
    return code;
  }

  /**
   * Returns whether the object to be changed is no longer there as it was. To a patch of a UID, API
   * servers answer 422 where another object has the name.
   */
  public boolean isObjectGone() {
    return code == NOT_FOUND
        || code == CONFLICT
        || (code == UNPROCESSABLE && String.valueOf(getMessage()).contains(OTHER_UID));
  }

  /**
   * Returns whether an object wasn't created because its namespace goes or is gone. Source: {@code
   * NamespaceLifecycle} in apiserver's {@code pkg/admission/plugin/namespace/lifecycle}.
   */
  public boolean isNamespaceGone() {
    String said = String.valueOf(getMessage());
    return (code == NOT_FOUND && said.contains("namespaces \""))
        || (code == FORBIDDEN && said.contains("because it is being terminated"));
  }

  /** Returns whether a status says that the server can answer nothing now. */
  public static boolean isOutage(int code) {
    return code == TOO_MANY_REQUESTS || code >= INTERNAL_ERROR;
  }
}
