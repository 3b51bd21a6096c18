package dev.plimsoll.kube.file;

/** The assumption about objects that a snapshot should have and lacks. */
public enum Unlisted {
  /** Unlisted objects may exist, and may not have been read. */
  UNKNOWN,

  /** Unlisted objects don't exist. */
  NONEXISTENT
}
