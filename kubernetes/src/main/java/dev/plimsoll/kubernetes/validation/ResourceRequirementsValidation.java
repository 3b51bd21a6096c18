package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Requests against limits, of a container or of a pod as a whole.
 *
 * <p>What can't be overcommitted, such as GPUs and huge pages, needs a limit, and requests just as
 * much. Other requests may be less than their limit.
 *
 * <p>Source: {@code validateResourceRequirements} in {@code
 * pkg/apis/core/validation/validation.go}.
 */
final class ResourceRequirementsValidation {
  private final ResourceNameValidation.Check names;
  private final Set<String> podClaims;
  private final String path;
  private final List<FieldError> errors = new ArrayList<>();

  private ResourceRequirementsValidation(
      ResourceNameValidation.Check names, Set<String> podClaims, String path) {
    this.names = names;
    this.podClaims = podClaims;
    this.path = path;
  }

  static List<FieldError> ofContainer(
      ResourceRequirements requirements, Set<String> podClaims, String path) {
    return new ResourceRequirementsValidation(ResourceNameValidation::ofContainer, podClaims, path)
        .validate(requirements);
  }

  static List<FieldError> ofPod(
      ResourceRequirements requirements, Set<String> podClaims, String path) {
    return new ResourceRequirementsValidation(ResourceNameValidation::ofPod, podClaims, path)
        .validate(requirements);
  }

  private List<FieldError> validate(ResourceRequirements requirements) {
    Resources limits = requirements.limits();
    Resources requests = requirements.requests();
    for (ResourceName name : limits.names()) {
      String field = path + ".limits[" + name + "]";
      checkValue(name, limits.getOrZero(name), field);
      addHugePages(name, limits.getOrZero(name), field);
    }
    for (ResourceName name : requests.names()) {
      String field = path + ".requests[" + name + "]";
      Quantity request = requests.getOrZero(name);
      checkValue(name, request, field);
      checkAgainstLimit(name, request, limits.get(name));
      addHugePages(name, request, field);
    }
    if ((hasHugePages(limits) || hasHugePages(requests))
        && !hasCpuOrMemory(limits)
        && !hasCpuOrMemory(requests)) {
      errors.add(FieldError.forbidden(path, "HugePages require cpu or memory"));
    }
    checkClaims(requirements.claims());
    return errors;
  }

  private void checkValue(ResourceName name, Quantity quantity, String field) {
    errors.addAll(names.check(name, field));
    errors.addAll(ResourceQuantityValidation.check(name, quantity, field));
  }

  private void addHugePages(ResourceName name, Quantity quantity, String field) {
    ResourceQuantityValidation.checkHugePages(name, quantity, field).ifPresent(errors::add);
  }

  private void checkAgainstLimit(ResourceName name, Quantity request, Optional<Quantity> limit) {
    boolean overcommit = name.isOvercommitAllowed();
    if (limit.isEmpty()) {
      if (!overcommit) {
        errors.add(
            FieldError.required(
                path + ".limits", "Limit must be set for non overcommitable resources"));
      }
      return;
    }
    int comparison = request.compareTo(limit.get());
    String rule =
        !overcommit && comparison != 0
            ? "must be equal to "
            : comparison > 0 ? "must be less than or equal to " : "";
    if (!rule.isEmpty()) {
      errors.add(
          FieldError.invalid(
              path + ".requests", request.toString(), rule + name + " limit of " + limit.get()));
    }
  }

  private void checkClaims(List<String> claims) {
    for (int i = 0; i < claims.size(); i++) {
      String field = path + ".claims[" + i + "]";
      if (claims.get(i).isEmpty()) {
        errors.add(FieldError.required(field, ""));
      } else if (!podClaims.contains(claims.get(i))) {
        String known =
            podClaims.isEmpty()
                ? " which is empty"
                : ": " + String.join(", ", new TreeSet<>(podClaims));
        errors.add(
            FieldError.notFound(
                field,
                claims.get(i),
                "must be one of the names in pod.spec.resourceClaims" + known));
      }
    }
  }

  private static boolean hasHugePages(Resources resources) {
    for (ResourceName name : resources.names()) {
      if (name.isHugePage()) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasCpuOrMemory(Resources resources) {
    return resources.contains(ResourceName.CPU) || resources.contains(ResourceName.MEMORY);
  }
}
