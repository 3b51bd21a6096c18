package dev.plimsoll.model.check;

/** The effects of applying a set, the worst first. The names are API. */
public enum Effect {
  /** The API server denies an object of the set, or pods of one. */
  Denied("denied"),
  /** Pods of the set exist and don't run. */
  Waits("will wait"),
  /** Pods or quotas of others are worse off. */
  WorseForOthers("worse for others"),
  /** A gap opens that concerns an object of the set. */
  OpensGap("opens a gap"),
  /** The effect is unknown. */
  Unknown("unknown"),
  /** A finding of the base is gone. */
  Better("better");

  private final String text;

  Effect(String text) {
    this.text = text;
  }

  /** Returns the words that answers use. */
  public String text() {
    return text;
  }
}
