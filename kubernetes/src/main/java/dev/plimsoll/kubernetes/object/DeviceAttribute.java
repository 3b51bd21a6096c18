package dev.plimsoll.kubernetes.object;

/**
 * The value of an attribute of a device.
 *
 * <p>Source: {@code DeviceAttribute} in {@code staging/src/k8s.io/api/resource/v1/types.go}.
 */
public sealed interface DeviceAttribute {

  /** A text. */
  record Text(String value) implements DeviceAttribute {}

  /** An integer. */
  record WholeNumber(long value) implements DeviceAttribute {}

  /** A truth value. */
  record Truth(boolean value) implements DeviceAttribute {}

  /** A semantic version, as it is written. */
  record Version(String value) implements DeviceAttribute {}

  /** A value of a type that kube-scheduler doesn't know either, such as a list. */
  record Unsupported() implements DeviceAttribute {}
}
