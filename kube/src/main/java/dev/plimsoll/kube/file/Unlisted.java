package dev.plimsoll.kube.file;

/** What is known of objects that a snapshot should have, and hasn't. */
public enum Unlisted {
  /** Nothing: they may not have been read. */
  UNKNOWN,

  /** That they don't exist. */
  NONEXISTENT
}
