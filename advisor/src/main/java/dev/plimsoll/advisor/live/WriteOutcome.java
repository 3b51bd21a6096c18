package dev.plimsoll.advisor.live;

/**
 * What became of one object.
 *
 * @param object what it is about, such as {@code quota vision/gpu}
 * @param result how it went
 * @param message what was done, or why not
 */
public record WriteOutcome(String object, Result result, String message) {

  /** How it went. */
  public enum Result {
    /** It was done. */
    DONE,
    /** There was nothing to do. */
    UNCHANGED,
    /** Someone else has changed or manages it; it is left unchanged. */
    CONFLICT,
    /**
     * Not, or not all, was written, because something has to come first: reductions that free what
     * is to be raised, or a person.
     */
    WITHHELD,
    /** RBAC or admission forbids it. */
    FORBIDDEN,
    /** The API server answered with any other error. */
    ERROR
  }

  /** Returns whether the object is not in the state it should be in. */
  public boolean failed() {
    return result != Result.DONE && result != Result.UNCHANGED;
  }

  @Override
  public String toString() {
    return object + ": " + message;
  }
}
