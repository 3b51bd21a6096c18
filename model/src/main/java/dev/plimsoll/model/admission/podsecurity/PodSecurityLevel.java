package dev.plimsoll.model.admission.podsecurity;

import java.util.Locale;

/** A level of the Pod Security Standards, the laxest first. */
public enum PodSecurityLevel {
  PRIVILEGED,
  BASELINE,
  RESTRICTED;

  /** Returns the level that a label names; any other text stands for the strictest. */
  static PodSecurityLevel parse(String text) {
    for (PodSecurityLevel level : values()) {
      if (level.toString().equals(text)) {
        return level;
      }
    }
    return RESTRICTED;
  }

  /** Returns the name as labels have it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
