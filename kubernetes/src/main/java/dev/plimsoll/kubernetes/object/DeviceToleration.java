package dev.plimsoll.kubernetes.object;

import java.util.OptionalLong;

/**
 * Taints of devices that a request tolerates.
 *
 * @param key the key, empty for any
 * @param operator {@code Equal} (also when empty) or {@code Exists}
 * @param value the value, with {@code Equal}
 * @param effect the effect, empty for any
 * @param tolerationSeconds how long an eviction is put off; absent for ever
 */
public record DeviceToleration(
    String key, String operator, String value, String effect, OptionalLong tolerationSeconds) {

  /**
   * Returns whether the taint is tolerated.
   *
   * <p>Source: {@code ToleratesTaint} in {@code
   * staging/src/k8s.io/dynamic-resource-allocation/resourceclaim/devicetoleration.go}.
   */
  public boolean tolerates(DeviceTaint taint) {
    if (!effect.isEmpty() && !effect.equals(taint.effect())) {
      return false;
    }
    if (!key.isEmpty() && !key.equals(taint.key())) {
      return false;
    }
    return switch (operator) {
      case "", "Equal" -> value.equals(taint.value());
      case "Exists" -> true;
      default -> false;
    };
  }
}
