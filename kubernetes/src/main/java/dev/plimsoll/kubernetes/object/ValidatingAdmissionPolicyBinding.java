package dev.plimsoll.kubernetes.object;

import java.util.List;
import java.util.Optional;

/**
 * The objects that a policy validates; a policy without a binding validates none.
 *
 * @param metadata name and the like
 * @param policyName the policy
 * @param hasParams whether it says which objects the policy goes by
 * @param match to which of the policy's requests it is narrowed, if it is
 * @param validationActions what becomes of a request that violates it: {@code Deny}, {@code Warn},
 *     {@code Audit}
 */
public record ValidatingAdmissionPolicyBinding(
    ObjectMeta metadata,
    String policyName,
    boolean hasParams,
    Optional<MatchResources> match,
    List<String> validationActions)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding");

  public static final GroupResource RESOURCE =
      new GroupResource("admissionregistration.k8s.io", "validatingadmissionpolicybindings");

  public ValidatingAdmissionPolicyBinding {
    validationActions = List.copyOf(validationActions);
  }

  /** Returns whether what violates the policy is denied. */
  public boolean denies() {
    return validationActions.contains("Deny");
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
