package dev.plimsoll.kubernetes.object;

/**
 * A toleration of a pod.
 *
 * @param key the taint's key, empty for every key
 * @param operator {@code Equal} (also when empty), {@code Exists}, {@code Lt} or {@code Gt}
 * @param value the taint's value
 * @param effect the taint's effect, empty for every effect
 */
public record Toleration(String key, String operator, String value, String effect) {}
