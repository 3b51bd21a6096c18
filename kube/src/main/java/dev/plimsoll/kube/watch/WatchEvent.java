package dev.plimsoll.kube.watch;

import java.util.Optional;

/**
 * What a watch tells.
 *
 * @param <T> what is read of an object
 * @param type what happened
 * @param object the object; absent in bookmarks and where it couldn't be read
 */
public record WatchEvent<T>(Type type, Optional<T> object) {

  /** What happened. */
  public enum Type {
    /** It is new. */
    ADDED,
    /** It was changed. */
    MODIFIED,
    /** It is gone. */
    DELETED,
    /** Nothing, up to a version. */
    BOOKMARK
  }
}
