package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.limits.LimitRanger;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which resources may be named where.
 *
 * <p>Source: {@code validateResourceName}, {@code validateContainerResourceName}, {@code
 * validatePodResourceName}, {@code ValidateResourceQuotaResourceName} and {@code
 * validateLimitRangeResourceName} in {@code pkg/apis/core/validation/validation.go}, with the
 * tables of {@code pkg/apis/core/helper/helpers.go}.
 */
final class ResourceNameValidation {
  private static final Set<String> CONTAINER = Set.of("cpu", "memory", "ephemeral-storage");
  private static final Set<String> QUOTA =
      Set.of(
          "cpu",
          "memory",
          "ephemeral-storage",
          "requests.cpu",
          "requests.memory",
          "requests.storage",
          "requests.ephemeral-storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage",
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "persistentvolumeclaims",
          "configmaps",
          "services.nodeports",
          "services.loadbalancers");

  private ResourceNameValidation() {}

  /** One of the checks of this class. */
  @FunctionalInterface
  interface Check {
    List<FieldError> check(ResourceName name, String field);
  }

  static List<FieldError> any(ResourceName name, String field) {
    List<FieldError> errors = new ArrayList<>();
    for (String detail : QualifiedNames.qualifiedName(name.name())) {
      errors.add(invalid(name, field, detail));
    }
    if (errors.isEmpty() && isUnprefixed(name) && !isStandard(name)) {
      errors.add(invalid(name, field, "must be a standard resource type or fully qualified"));
    }
    return errors;
  }

  static List<FieldError> ofContainer(ResourceName name, String field) {
    List<FieldError> errors = any(name, field);
    if (isUnprefixed(name)) {
      if (!CONTAINER.contains(name.toString()) && !name.isHugePage()) {
        errors.add(invalid(name, field, "must be a standard resource for containers"));
      }
    } else if (!name.isNative() && !name.isExtended()) {
      errors.add(invalid(name, field, "doesn't follow extended resource name standard"));
    }
    return errors;
  }

  static List<FieldError> ofPod(ResourceName name, String field) {
    List<FieldError> errors = any(name, field);
    if (errors.isEmpty() && !PodResourcesOptions.isSupportedPodLevelResource(name)) {
      errors.add(
          FieldError.notSupported(field, name.toString(), List.of("cpu", "hugepages-", "memory")));
    }
    return errors;
  }

  static List<FieldError> ofQuota(ResourceName name, String field) {
    List<FieldError> errors = any(name, field);
    if (isUnprefixed(name) && !isStandardInQuota(name)) {
      errors.add(invalid(name, field, "must be a standard resource for quota"));
    }
    return errors;
  }

  static Check ofLimitRange(String type) {
    return type.equals(LimitRanger.POD) || type.equals(LimitRanger.CONTAINER)
        ? ResourceNameValidation::ofContainer
        : ResourceNameValidation::any;
  }

  /** Returns whether quotas know the resource without a prefix. */
  static boolean isStandardInQuota(ResourceName name) {
    return QUOTA.contains(name.toString()) || name.isQuotaHugePage();
  }

  private static boolean isStandard(ResourceName name) {
    return isStandardInQuota(name) || name.toString().equals("storage");
  }

  private static boolean isUnprefixed(ResourceName name) {
    return name.toString().indexOf('/') < 0;
  }

  private static FieldError invalid(ResourceName name, String field, String detail) {
    return FieldError.invalid(field, GoJson.string(name.toString()), name.toString(), detail);
  }
}
