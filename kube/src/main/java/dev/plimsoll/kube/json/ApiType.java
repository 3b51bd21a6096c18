package dev.plimsoll.kube.json;

/** The type of a value of the Kubernetes API, with its name in Go. */
sealed interface ApiType {
  /** Returns the name in error messages, such as {@code v1.PullPolicy}. */
  String goName();

  /**
   * Text, a number or a boolean.
   *
   * @param kind the built-in type of Go that the value is of, such as {@code int32}
   */
  record Scalar(String kind, String goName) implements ApiType {}

  /** Text that is the Base64 form of bytes. */
  record Bytes(String goName) implements ApiType {}

  /** A list. */
  record Slice(ApiType items, String goName) implements ApiType {}

  /** An object with any names. */
  record Mapping(ApiType values, String goName) implements ApiType {}

  /** A value that a function of its own decodes, such as {@code resource.Quantity}. */
  record Unmarshaler(String goName) implements ApiType {}

  /**
   * An object with certain fields.
   *
   * @param name the name with its group, such as {@code core/v1.Container}
   */
  record Struct(String name) implements ApiType {
    @Override
    public String goName() {
      return name.substring(name.indexOf('/') + 1);
    }

    /** Returns the name without its package, such as {@code Container}. */
    String simpleName() {
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }
}
