package dev.plimsoll.kubernetes.object;

/**
 * A policy on what may be stored.
 *
 * @param metadata name and the like
 * @param match which requests it looks at, but for conditions
 * @param rules what it demands of them
 */
public record ValidatingAdmissionPolicy(
    ObjectMeta metadata, MatchResources match, PolicyRules rules) implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy");

  public static final GroupResource RESOURCE =
      new GroupResource("admissionregistration.k8s.io", "validatingadmissionpolicies");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
