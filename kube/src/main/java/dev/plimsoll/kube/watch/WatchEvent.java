package dev.plimsoll.kube.watch;

import dev.plimsoll.model.object.ApiObject;
import java.util.Optional;

/**
 * What a watch tells.
 *
 * @param type what happened
 * @param object the object; absent in bookmarks and where it couldn't be read
 */
record WatchEvent(Type type, Optional<ApiObject> object) {
  static final WatchEvent BOOKMARK = new WatchEvent(Type.BOOKMARK, Optional.empty());

  /** What happened. */
  enum Type {
    ADDED,
    MODIFIED,
    DELETED,
    BOOKMARK
  }
}
