package dev.plimsoll.kubernetes.object;

import java.util.Optional;

/**
 * The objects that a policy changes; a policy without a binding changes none.
 *
 * @param metadata name and the like
 * @param policyName the policy
 * @param match to which of the policy's requests it is narrowed, if it is
 */
public record MutatingAdmissionPolicyBinding(
    ObjectMeta metadata, String policyName, Optional<MatchResources> match) implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("admissionregistration.k8s.io/v1", "MutatingAdmissionPolicyBinding");

  public static final GroupResource RESOURCE =
      new GroupResource("admissionregistration.k8s.io", "mutatingadmissionpolicybindings");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
