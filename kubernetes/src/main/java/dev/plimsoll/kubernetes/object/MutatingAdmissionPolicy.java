package dev.plimsoll.kubernetes.object;

/**
 * A policy that changes what is to be stored.
 *
 * @param metadata name and the like
 * @param match which requests it looks at, but for conditions
 * @param failurePolicy {@code Fail} or {@code Ignore}: what becomes of a request on which it fails
 */
public record MutatingAdmissionPolicy(
    ObjectMeta metadata, MatchResources match, String failurePolicy) implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("admissionregistration.k8s.io/v1", "MutatingAdmissionPolicy");

  public static final GroupResource RESOURCE =
      new GroupResource("admissionregistration.k8s.io", "mutatingadmissionpolicies");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
