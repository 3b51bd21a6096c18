package dev.plimsoll.kubernetes.object;

/**
 * A taint of a node.
 *
 * @param key the key
 * @param value the value, may be empty
 * @param effect {@code NoSchedule}, {@code PreferNoSchedule} or {@code NoExecute}
 */
public record Taint(String key, String value, String effect) {

  /** Returns the taint as kubectl writes it: {@code key=value:effect}. */
  public String text() {
    return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
  }
}
