package dev.plimsoll.model.object;

/**
 * A taint of a device.
 *
 * @param key the key
 * @param value the value, which may be empty
 * @param effect {@code NoSchedule}, {@code NoExecute} or {@code None}
 */
public record DeviceTaint(String key, String value, String effect) {}
