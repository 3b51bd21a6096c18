package dev.plimsoll.kubernetes.object;

import java.util.OptionalLong;

/**
 * A taint of a device.
 *
 * @param key the key
 * @param value the value, which may be empty
 * @param effect {@code NoSchedule}, {@code NoExecute} or {@code None}
 */
public record DeviceTaint(String key, String value, String effect) {

  /** Returns whether claims that don't tolerate it don't get the device. */
  public boolean keepsClaimsAway() {
    return effect.equals("NoSchedule") || effect.equals("NoExecute");
  }

  /** Returns the toleration of just this taint. */
  public DeviceToleration toleration() {
    return new DeviceToleration(key, "Equal", value, effect, OptionalLong.empty());
  }

  /** Returns the taint as kubectl writes taints. */
  @Override
  public String toString() {
    return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
  }
}
