package dev.plimsoll.kubernetes.cel;

/** Values as the library has them. */
final class CelValues {
  private CelValues() {}

  /** Returns whether a value is {@code null}, for which the library has several objects. */
  static boolean isNull(Object value) {
    return value instanceof com.google.protobuf.NullValue
        || value instanceof dev.cel.common.values.NullValue;
  }
}
