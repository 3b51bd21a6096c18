package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Validates the containers and resources of pods as the API server does. It runs after LimitRanger
 * has set defaults, and before limits and quotas are enforced.
 *
 * <p>Fields without an effect on quota or placement, such as images, ports or probes, are not
 * checked.
 *
 * <p>Source: {@code ValidatePodCreate} in {@code pkg/apis/core/validation/validation.go}.
 */
public final class PodValidation {

  private PodValidation() {}

  /** Returns the errors of a pod that is to be created. */
  public static List<FieldError> validateCreate(Pod pod) {
    List<FieldError> errors = validateSpec(pod.spec(), "spec");
    if (pod.isBound() && !pod.spec().schedulingGates().isEmpty()) {
      errors.add(
          FieldError.forbidden(
              "spec.nodeName", "cannot be set until all schedulingGates have been cleared"));
    }
    return errors;
  }

  /**
   * Returns the errors in the spec of a pod or of a workload's template.
   *
   * @param path where the spec is, such as {@code spec.template.spec}
   */
  public static List<FieldError> validateSpec(PodSpec spec, String path) {
    Set<String> claims = new HashSet<>();
    for (PodResourceClaim claim : spec.resourceClaims()) {
      claims.add(claim.name());
    }
    List<FieldError> errors = new ArrayList<>();
    addContainers(errors, spec, claims, path);
    spec.resources()
        .ifPresent(own -> errors.addAll(PodLevelValidation.validate(spec, own, claims, path)));
    spec.activeDeadlineSeconds()
        .ifPresent(
            seconds -> {
              if (seconds < 1 || seconds > Integer.MAX_VALUE) {
                errors.add(
                    FieldError.invalidJson(
                        path + ".activeDeadlineSeconds",
                        Long.toString(seconds),
                        "must be between 1 and " + Integer.MAX_VALUE + ", inclusive"));
              }
            });
    if (!spec.overhead().isEmpty()) {
      errors.addAll(
          ResourceRequirementsValidation.ofContainer(
              ResourceRequirements.NONE.withLimits(spec.overhead()), Set.of(), path + ".overhead"));
    }
    return errors;
  }

  private static void addContainers(
      List<FieldError> errors, PodSpec spec, Set<String> claims, String path) {
    Set<String> names = new HashSet<>();
    String containers = path + ".containers";
    if (spec.containers().isEmpty()) {
      errors.add(FieldError.required(containers, ""));
    }
    for (int i = 0; i < spec.containers().size(); i++) {
      Container container = spec.containers().get(i);
      String field = containers + "[" + i + "]";
      addContainer(errors, container, claims, field);
      if (!names.add(container.name())) {
        errors.add(FieldError.duplicate(field + ".name", container.name()));
      }
    }
    for (int i = 0; i < spec.initContainers().size(); i++) {
      Container container = spec.initContainers().get(i);
      String field = path + ".initContainers[" + i + "]";
      addContainer(errors, container, claims, field);
      if (names.contains(container.name())) {
        errors.add(FieldError.duplicate(field + ".name", container.name()));
      } else if (!container.name().isEmpty()) {
        names.add(container.name());
      }
    }
  }

  private static void addContainer(
      List<FieldError> errors, Container container, Set<String> claims, String field) {
    if (container.name().isEmpty()) {
      errors.add(FieldError.required(field + ".name", ""));
    } else {
      for (String detail : QualifiedNames.dns1123Label(container.name())) {
        errors.add(FieldError.invalid(field + ".name", container.name(), detail));
      }
    }
    errors.addAll(
        ResourceRequirementsValidation.ofContainer(
            container.resources(), claims, field + ".resources"));
  }
}
