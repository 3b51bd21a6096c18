package dev.plimsoll.model.patch;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;

/**
 * A patch of one stored object.
 *
 * @param type the object's kind
 * @param namespace its namespace, empty for none
 * @param name its name
 * @param patchType how the body is to be read
 * @param body the patch, as JSON
 * @param recreates whether the API server takes no such change of the stored object, so that it is
 *     deleted and created again with it
 * @param suspends whether the API server takes the change only while the Job is suspended, so that
 *     the Job is suspended before and resumed after it
 */
public record ObjectPatch(
    GroupVersionKind type,
    String namespace,
    String name,
    PatchType patchType,
    String body,
    boolean recreates,
    boolean suspends) {

  static ObjectPatch of(ApiObject object, PatchType patchType, String body) {
    return new ObjectPatch(
        object.type(), object.namespace(), object.name(), patchType, body, false, false);
  }

  /** Returns whether it is a patch of that object. */
  public boolean isOf(ApiObject object) {
    return type.equals(object.type())
        && namespace.equals(object.namespace())
        && name.equals(object.name());
  }

  /** Returns the patch for an object that must be deleted and created again. */
  ObjectPatch recreating() {
    return new ObjectPatch(type, namespace, name, patchType, body, true, false);
  }

  /**
   * Returns the patch for a Job whose template the API server lets be changed while the Job is
   * suspended.
   *
   * @param isSuspended whether the Job is suspended already, and stays so
   */
  ObjectPatch inSuspension(boolean isSuspended) {
    return new ObjectPatch(type, namespace, name, patchType, body, false, !isSuspended);
  }
}
