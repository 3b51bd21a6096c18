package dev.plimsoll.advisor.live;

/**
 * The outcome of a write to one object.
 *
 * @param object what it is about, such as {@code quota vision/gpu}
 * @param result how it went
 * @param message what was done, or why not
 */
public record WriteOutcome(String object, Result result, String message) {

  /** The result of a write. */
  public enum Result {
    /** The write was done. */
    DONE,
    /** There was nothing to do. */
    UNCHANGED,
    /** Someone else has changed or manages the object; it is left unchanged. */
    CONFLICT,
    /**
     * Nothing, or only a part, was written: reductions must first free units for raises, or a
     * person must act.
     */
    WITHHELD,
    /** RBAC or admission forbids the write. */
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
