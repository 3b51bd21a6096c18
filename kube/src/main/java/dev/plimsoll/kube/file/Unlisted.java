package dev.plimsoll.kube.file;

/** The assumption about objects that a snapshot should have and lacks. */
public enum Unlisted {
  /** Nothing: they may not have been read. */
  UNKNOWN,

  /** That they don't exist. */
  NONEXISTENT
}
