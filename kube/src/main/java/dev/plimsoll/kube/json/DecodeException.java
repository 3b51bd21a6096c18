package dev.plimsoll.kube.json;

/** A field doesn't hold what its type in the Kubernetes API says. */
public final class DecodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String problem;
  private final boolean isBeyondBounds;

  /**
   * Makes the exception.
   *
   * @param path the field, such as {@code spec.containers[0].name}; empty for the whole object
   * @param problem what is wrong with it
   */
  public DecodeException(String path, String problem) {
    this(path, problem, false);
  }

  private DecodeException(String path, String problem, boolean isBeyondBounds) {
    super(path.isEmpty() ? problem : path + ": " + problem);
    this.path = path;
    this.problem = problem;
    this.isBeyondBounds = isBeyondBounds;
  }

  /** Returns the exception for a value that the API server takes and that is too large here. */
  static DecodeException beyondBounds(String path, String problem) {
    return new DecodeException(path, problem, true);
  }

  /** Returns whether the API server takes the value, which is too large here. */
  public boolean isBeyondBounds() {
    return isBeyondBounds;
  }

  /** Returns the field, empty for the whole object. */
  public String path() {
    return path;
  }

  /** Returns the error in the field's value. */
  public String problem() {
    return problem;
  }
}
