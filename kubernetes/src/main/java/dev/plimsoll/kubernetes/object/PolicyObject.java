package dev.plimsoll.kubernetes.object;

import java.util.Optional;

/**
 * A capacity policy as an object of the API.
 *
 * @param metadata name, labels and the like
 * @param spec what it says; empty where that wasn't read or is invalid
 */
public record PolicyObject(ObjectMeta metadata, Optional<Spec> spec) implements ApiObject {

  /**
   * The spec of a capacity policy: a {@code CapacityPolicy} of the package {@code tenancy}, which
   * may also come from a file.
   */
  public interface Spec {}

  /** Creates a policy object whose spec was not read. */
  public PolicyObject(ObjectMeta metadata) {
    this(metadata, Optional.empty());
  }

  /** Returns a copy that says that. */
  public PolicyObject withSpec(Spec other) {
    return new PolicyObject(metadata, Optional.of(other));
  }

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("plimsoll.dev/v1alpha1", "CapacityPolicy");

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
