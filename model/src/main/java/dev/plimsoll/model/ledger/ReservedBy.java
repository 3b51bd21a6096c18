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
  private static final String API_VERSION = "plimsoll.dev/v1alpha1";
  private static final String ESCROW = "Escrow";
  private static final String RECALL = "EscrowRecall";

  /** Returns the stand-in for a part of a ledger that a replica holds in advance. */
  public static ReservedBy escrow(String holder, String uid) {
    return new ReservedBy(API_VERSION, ESCROW, "", holder, uid);
  }

  /** Returns the request to all replicas to return the parts of a ledger that they hold. */
  public static ReservedBy recall(String holder, String uid) {
    return new ReservedBy(API_VERSION, RECALL, "", holder, uid);
  }

  /** Returns whether it stands for what a replica holds in advance. */
  public boolean isEscrow() {
    return apiVersion.equals(API_VERSION) && kind.equals(ESCROW);
  }

  /** Returns whether it asks replicas to return what they hold. */
  public boolean isRecall() {
    return apiVersion.equals(API_VERSION) && kind.equals(RECALL);
  }

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
