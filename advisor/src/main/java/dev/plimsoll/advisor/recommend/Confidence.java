package dev.plimsoll.advisor.recommend;

/**
 * How far a recommendation can be trusted.
 *
 * @param level how far
 * @param reason why, a clause that starts in lower case
 */
public record Confidence(Level level, String reason) {

  /** How far it can be trusted. */
  public enum Level {
    /** Follow it. */
    HIGH,
    /** It rests on the present demand alone. */
    MEDIUM,
    /** Look at it first. */
    LOW
  }
}
