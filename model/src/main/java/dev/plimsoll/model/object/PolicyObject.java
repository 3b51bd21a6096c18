package dev.plimsoll.model.object;

/**
 * A capacity policy as an object of the API: that there is one, and its version. What it says is a
 * {@code CapacityPolicy} of the package {@code tenancy}, which doesn't come from the API only.
 *
 * @param metadata name, labels and the like
 */
public record PolicyObject(ObjectMeta metadata) implements ApiObject {

  /** The kind. */
  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("plimsoll.dev/v1alpha1", "CapacityPolicy");

  /** The plural. */
  public static final GroupResource RESOURCE =
      new GroupResource("plimsoll.dev", "capacitypolicies");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
