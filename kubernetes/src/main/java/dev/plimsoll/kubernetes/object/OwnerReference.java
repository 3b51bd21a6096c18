package dev.plimsoll.kubernetes.object;

/**
 * A reference to an object that owns another.
 *
 * @param apiVersion the owner's {@code apiVersion}
 * @param kind the owner's kind
 * @param name the owner's name, in the same namespace
 * @param uid the owner's UID
 * @param controller whether the owner manages the object
 */
public record OwnerReference(
    String apiVersion, String kind, String name, String uid, boolean controller) {}
