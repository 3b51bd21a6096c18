package dev.plimsoll.kubernetes.admission.podsecurity;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A level of the Pod Security Standards, the laxest first. */
public enum PodSecurityLevel {
  PRIVILEGED,
  BASELINE,
  RESTRICTED;

  /** Returns the level that a label names; any other text stands for the strictest. */
  static PodSecurityLevel parse(String text) {
    return find(text).orElse(RESTRICTED);
  }

  /** Returns the level of that name, if there is one. */
  public static Optional<PodSecurityLevel> find(String name) {
    return Arrays.stream(values()).filter(level -> level.toString().equals(name)).findFirst();
  }

  /** Returns the name as labels have it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
