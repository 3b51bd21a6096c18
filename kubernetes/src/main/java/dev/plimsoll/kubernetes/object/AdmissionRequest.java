package dev.plimsoll.kubernetes.object;

import java.util.Optional;

/**
 * A request to store an object, as the API server's admission plug-ins see it.
 *
 * @param operation what is done to the object
 * @param object the object as it is to be stored
 * @param old what is stored now; present for updates
 * @param subresource the part of the object that the request is about, such as {@code resize} or
 *     {@code status}; empty for the object itself
 * @param dryRun whether all is decided and nothing stored or charged
 */
public record AdmissionRequest(
    Operation operation,
    ApiObject object,
    Optional<ApiObject> old,
    String subresource,
    boolean dryRun) {

  /** The operation on an object. Every modelled plug-in allows deletions. */
  public enum Operation {
    /** A new object. */
    CREATE,
    /** Another version of an object, or of a part of it. */
    UPDATE
  }

  /** Returns a request to store a new object. */
  public static AdmissionRequest create(ApiObject object) {
    return new AdmissionRequest(Operation.CREATE, object, Optional.empty(), "", false);
  }

  /** Returns a request to store another version of an object. */
  public static AdmissionRequest update(ApiObject old, ApiObject object) {
    return new AdmissionRequest(Operation.UPDATE, object, Optional.of(old), "", false);
  }

  /** Returns a request to change the resources of a pod in place. */
  public static AdmissionRequest resize(Pod old, Pod pod) {
    return update(old, pod).onSubresource("resize");
  }

  /** Returns the same request for a subresource. */
  public AdmissionRequest onSubresource(String name) {
    return new AdmissionRequest(operation, object, old, name, dryRun);
  }

  /** Returns the same request as a dry run. */
  public AdmissionRequest asDryRun() {
    return new AdmissionRequest(operation, object, old, subresource, true);
  }

  /** Returns the same request for another version of the object. */
  public AdmissionRequest withObject(ApiObject other) {
    return new AdmissionRequest(operation, other, old, subresource, dryRun);
  }

  /** Returns whether this creates an object. */
  public boolean isCreate() {
    return operation == Operation.CREATE;
  }

  /** Returns the plural of the object. */
  public GroupResource resource() {
    return object.resource();
  }
}
