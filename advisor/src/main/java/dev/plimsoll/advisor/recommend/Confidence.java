package dev.plimsoll.advisor.recommend;

/**
 * How sure a recommendation is.
 *
 * @param level how sure
 * @param reason why, as half a sentence
 */
public record Confidence(Level level, String reason) {

  /** How sure. */
  public enum Level {
    /** Follow it. */
    HIGH,
    /** It rests on one moment. */
    MEDIUM,
    /** Look at it first. */
    LOW
  }
}
