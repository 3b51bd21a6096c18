package dev.plimsoll.model.tenancy;

/** How far a recommendation can be trusted, the least first. */
public enum ConfidenceLevel {
  /** Look at it first. */
  LOW,
  /** It rests on the present demand alone. */
  MEDIUM,
  /** Follow it. */
  HIGH
}
