package dev.plimsoll.model.gap;

/** How bad a kind of gap is, worst first. The names are API. */
public enum Severity {
  /** Pods don't run although they could, or never will as things are. */
  Error,
  /** Pods wait because something is used up, or quota and capacity will deny or waste more. */
  Warning,
  /** Worth knowing; nobody has to act. */
  Info
}
