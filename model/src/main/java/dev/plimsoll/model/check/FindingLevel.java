package dev.plimsoll.model.check;

/** How bad a finding is, the worst first. The names are those of SARIF. */
public enum FindingLevel {
  /** The API server denies something. */
  error,
  /** Pods wait, pods of others are stopped or evicted, or something isn't known. */
  warning,
  /** Worth knowing. */
  note;

  /** Returns whether this level is as bad as another, or worse. */
  public boolean reaches(FindingLevel other) {
    return compareTo(other) <= 0;
  }
}
