package dev.plimsoll.model.tenancy;

/** The confidence in a recommendation, the lowest first. */
public enum ConfidenceLevel {
  /** A person should check the recommendation first. */
  LOW,
  /** The recommendation rests on the present demand alone. */
  MEDIUM,
  /** The recommendation can be followed. */
  HIGH
}
