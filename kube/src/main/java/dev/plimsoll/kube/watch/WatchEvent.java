package dev.plimsoll.kube.watch;

import java.util.Optional;

/**
 * An event of a watch.
 *
 * @param <T> what is read of an object
 * @param type what happened
 * @param object the object; absent in bookmarks and where it couldn't be read
 */
public record WatchEvent<T>(Type type, Optional<T> object) {

  /** The type of an event. */
  public enum Type {
    /** The object is new. */
    ADDED,
    /** The object was changed. */
    MODIFIED,
    /** The object was deleted. */
    DELETED,
    /** Nothing, up to a version. */
    BOOKMARK
  }
}
