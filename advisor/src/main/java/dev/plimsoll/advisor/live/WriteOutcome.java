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
    /** Somebody else has changed it meanwhile, or manages it; it is as they left it. */
    CONFLICT,
    /** One may not. */
    FORBIDDEN,
    /** The server refused it for another reason. */
    ERROR
  }

  /** Returns whether it isn't as it should be. */
  public boolean failed() {
    return result != Result.DONE && result != Result.UNCHANGED;
  }

  @Override
  public String toString() {
    return object + ": " + message;
  }
}
