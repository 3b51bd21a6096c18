package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The resources of a pod as a whole against those of its containers.
 *
 * <p>Source: {@code validatePodResources} and {@code validatePodResourceConsistency} in {@code
 * pkg/apis/core/validation/validation.go}.
 */
final class PodLevelValidation {

  private PodLevelValidation() {}

  static List<FieldError> validate(
      PodSpec spec, ResourceRequirements own, Set<String> claims, String specPath) {
    String path = specPath + ".resources";
    List<FieldError> errors = new ArrayList<>();
    if (!own.claims().isEmpty()) {
      errors.add(
          FieldError.forbidden(
              path + ".claims", "claims may not be set for Resources at pod-level"));
    }
    errors.addAll(ResourceRequirementsValidation.ofPod(own, claims, path));
    addSums(errors, spec, own, path);
    addSingleLimits(errors, spec, own, path);
    return errors;
  }

  private static void addSums(
      List<FieldError> errors, PodSpec spec, ResourceRequirements own, String path) {
    Pod pod = new Pod(ObjectMeta.of("", ""), spec, PodStatus.PENDING);
    Resources requests = PodResources.requests(pod, PodResourcesOptions.CONTAINERS);
    for (ResourceName name : requests.names()) {
      addIfBelow(
          errors,
          path + ".requests[" + name + "]",
          own.requests().get(name),
          requests.getOrZero(name),
          "requests");
    }
    Resources limits = PodResources.limits(pod, PodResourcesOptions.CONTAINERS);
    for (ResourceName name : limits.names()) {
      if (name.isHugePage()) {
        addIfBelow(
            errors,
            path + ".limits[" + name + "]",
            own.limits().get(name),
            limits.getOrZero(name),
            "limits");
      }
    }
  }

  private static void addIfBelow(
      List<FieldError> errors, String field, Optional<Quantity> own, Quantity sum, String side) {
    if (own.isPresent() && sum.compareTo(own.get()) > 0) {
      errors.add(
          FieldError.invalid(
              field,
              own.get().toString(),
              "must be greater than or equal to aggregate container " + side + " of " + sum));
    }
  }

  private static void addSingleLimits(
      List<FieldError> errors, PodSpec spec, ResourceRequirements own, String path) {
    for (int i = 0; i < spec.containers().size(); i++) {
      Resources limits = spec.containers().get(i).resources().limits();
      for (ResourceName name : limits.names()) {
        Quantity limit = limits.getOrZero(name);
        Optional<Quantity> most = own.limits().get(name);
        if (most.isPresent() && limit.compareTo(most.get()) > 0) {
          errors.add(
              FieldError.invalid(
                  path + ".containers[" + i + "][" + name + "].limits",
                  limit.toString(),
                  "must be less than or equal to pod limits of " + most.get()));
        }
      }
    }
  }
}
