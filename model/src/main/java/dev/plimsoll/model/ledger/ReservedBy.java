package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;

/**
 * The object that something is reserved for. A creation has its UID already when a validating
 * webhook is called, also where the name is generated.
 *
 * @param apiVersion the group and version
 * @param kind the kind
 * @param namespace the namespace
 * @param name the name
 * @param uid the UID
 */
public record ReservedBy(
    String apiVersion, String kind, String namespace, String name, String uid) {

  /** Returns the object of a request. */
  public static ReservedBy of(AdmissionRequest request) {
    ApiObject object = request.object();
    return new ReservedBy(
        object.type().apiVersion(),
        object.type().kind(),
        object.namespace(),
        object.name(),
        object.metadata().uid());
  }
}
