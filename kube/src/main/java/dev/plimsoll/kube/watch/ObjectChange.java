package dev.plimsoll.kube.watch;

import dev.plimsoll.kubernetes.object.ApiObject;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One object's change.
 *
 * @param before what was known of the object; absent for a new object
 * @param after what is known now; absent when the object is gone
 */
public record ObjectChange(Optional<ApiObject> before, Optional<ApiObject> after) {

  /** Returns this change; a deletion and a creation if the object has replaced another one. */
  Stream<ObjectChange> byIdentity() {
    boolean isReplacement =
        before.isPresent() && after.isPresent() && !uid(before.get()).equals(uid(after.get()));
    return isReplacement
        ? Stream.of(
            new ObjectChange(before, Optional.empty()), new ObjectChange(Optional.empty(), after))
        : Stream.of(this);
  }

  private static String uid(ApiObject object) {
    return object.metadata().uid();
  }
}
