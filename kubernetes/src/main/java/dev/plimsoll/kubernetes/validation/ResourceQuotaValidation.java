package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Which ResourceQuotas the API server denies as invalid.
 *
 * <p>Any name with one slash passes as a key of a quota, whether or not something is ever charged
 * to it.
 *
 * <p>Source: {@code ValidateResourceQuota} and {@code ValidateResourceQuotaUpdate} in {@code
 * pkg/apis/core/validation/validation.go}.
 */
public final class ResourceQuotaValidation {

  private static final List<ResourceName> WARNED =
      List.of(
          ResourceName.CPU,
          ResourceName.MEMORY,
          ResourceName.STORAGE,
          ResourceName.EPHEMERAL_STORAGE);

  private ResourceQuotaValidation() {}

  /** Returns the errors of a quota that is to be created, by the newest known rules. */
  public static List<FieldError> validateCreate(ResourceQuota quota) {
    return validateCreate(quota, KubernetesControlPlane.DEFAULT);
  }

  /** Returns the errors of a quota that is to be created. */
  public static List<FieldError> validateCreate(
      ResourceQuota quota, KubernetesControlPlane controlPlane) {
    return validateSpec(quota.spec(), "spec", controlPlane);
  }

  /** Returns the errors of a quota that replaces an old version. */
  public static List<FieldError> validateUpdate(
      ResourceQuota quota, ResourceQuota old, KubernetesControlPlane controlPlane) {
    List<FieldError> errors = validateSpec(quota.spec(), "spec", controlPlane);
    List<String> scopes = quota.spec().scopes();
    if (!new HashSet<>(scopes).equals(new HashSet<>(old.spec().scopes()))) {
      errors.add(QuotaScopeValidation.invalidScopes("spec.scopes", scopes, "field is immutable"));
    }
    return errors;
  }

  /**
   * Returns the warnings for the user who creates the quota: requests beyond the limits ({@code
   * pkg/registry/core/resourcequota/strategy.go}).
   */
  public static List<String> warnings(ResourceQuota quota) {
    Resources hard = quota.spec().hard();
    List<String> warnings = new ArrayList<>();
    for (ResourceName name : WARNED) {
      ResourceName requests = ResourceName.of("requests." + name);
      boolean bare = name.equals(ResourceName.CPU) || name.equals(ResourceName.MEMORY);
      ResourceName request = bare && !hard.contains(requests) ? name : requests;
      ResourceName limit = ResourceName.of("limits." + name);
      if (hard.contains(request)
          && hard.contains(limit)
          && hard.getOrZero(request).compareTo(hard.getOrZero(limit)) > 0) {
        warnings.add(
            "ResourceQuota %s (%s) should be less than %s (%s)"
                .formatted(request, hard.getOrZero(request), limit, hard.getOrZero(limit)));
      }
    }
    return warnings;
  }

  static List<FieldError> validateSpec(
      ResourceQuotaSpec spec, String path, KubernetesControlPlane controlPlane) {
    List<FieldError> errors = validateAmounts(spec.hard(), path + ".hard");
    errors.addAll(QuotaScopeValidation.validate(spec, path, controlPlane));
    return errors;
  }

  static List<FieldError> validateAmounts(Resources amounts, String path) {
    List<FieldError> errors = new ArrayList<>();
    for (ResourceName name : amounts.names()) {
      String field = path + "[" + name + "]";
      errors.addAll(ResourceNameValidation.ofQuota(name, field));
      errors.addAll(ResourceQuantityValidation.check(name, amounts.getOrZero(name), field));
    }
    return errors;
  }
}
