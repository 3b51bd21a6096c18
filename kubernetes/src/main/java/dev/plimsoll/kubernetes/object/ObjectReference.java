package dev.plimsoll.kubernetes.object;

/**
 * A reference to any object.
 *
 * @param kind the kind
 * @param namespace the namespace, empty for cluster-scoped objects
 * @param name the name
 * @param uid the UID, empty when not known
 */
public record ObjectReference(String kind, String namespace, String name, String uid) {}
