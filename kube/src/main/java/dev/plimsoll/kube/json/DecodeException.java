package dev.plimsoll.kube.json;

/** A field doesn't hold what its type in the Kubernetes API says. */
public final class DecodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String problem;

  /**
   * Makes the exception.
   *
   * @param path the field, such as {@code spec.containers[0].name}; empty for the whole object
   * @param problem what is wrong with it
   */
  public DecodeException(String path, String problem) {
    super(path.isEmpty() ? problem : path + ": " + problem);
    this.path = path;
    this.problem = problem;
  }

  /** Returns the field, empty for the whole object. */
  public String path() {
    return path;
  }

  /** Returns what is wrong with it. */
  public String problem() {
    return problem;
  }
}
