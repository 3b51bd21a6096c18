package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.validation.ClusterResourceQuotaValidation;
import dev.plimsoll.kubernetes.validation.FieldError;
import dev.plimsoll.kubernetes.validation.HorizontalPodAutoscalerValidation;
import dev.plimsoll.kubernetes.validation.ImmutableFieldsValidation;
import dev.plimsoll.kubernetes.validation.LimitRangeValidation;
import dev.plimsoll.kubernetes.validation.PodResizeValidation;
import dev.plimsoll.kubernetes.validation.PodUpdateValidation;
import dev.plimsoll.kubernetes.validation.PodValidation;
import dev.plimsoll.kubernetes.validation.ResourceQuotaValidation;
import dev.plimsoll.kubernetes.validation.TemplateValidation;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.List;
import java.util.Optional;

/**
 * Validates fields, after the mutating plug-ins and before the validating ones. Kinds that quota
 * and placement don't depend on are not validated.
 *
 * <p>Sources: {@code pkg/apis/core/validation/validation.go}, and for the texts {@code
 * staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go}.
 */
final class Validation implements Layer {
  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    KubernetesControlPlane controlPlane = cluster.controlPlane();
    List<FieldError> errors = FieldError.of(controlPlane, errors(request, controlPlane));
    ApiObject object = request.object();
    AdmissionEffect effect = new AdmissionEffect.Validated(errors);
    return Optional.of(
        errors.isEmpty()
            ? AdmissionStep.passed("Validation", object, effect)
            : AdmissionStep.denied("Validation", object, effect, Denial.invalid(object, errors)));
  }

  private static List<FieldError> errors(
      AdmissionRequest request, KubernetesControlPlane controlPlane) {
    ApiObject object = request.object();
    if (object instanceof Pod pod) {
      return errors(request, pod, controlPlane);
    }
    if (object instanceof LimitRange limitRange) {
      return LimitRangeValidation.validate(limitRange);
    }
    if (object instanceof ResourceQuota quota) {
      return request.old().isPresent() && request.old().get() instanceof ResourceQuota old
          ? ResourceQuotaValidation.validateUpdate(quota, old, controlPlane)
          : ResourceQuotaValidation.validateCreate(quota, controlPlane);
    }
    if (object instanceof ClusterResourceQuota quota) {
      return ClusterResourceQuotaValidation.validate(quota, controlPlane);
    }
    if (object instanceof HorizontalPodAutoscaler autoscaler) {
      return HorizontalPodAutoscalerValidation.validate(autoscaler);
    }
    if (!request.isCreate() && request.old().isPresent() && !(object instanceof Workload)) {
      return ImmutableFieldsValidation.validate(object, request.old().get());
    }
    return object instanceof Workload workload
        ? TemplateValidation.validate(workload, controlPlane)
        : List.of();
  }

  private static List<FieldError> errors(
      AdmissionRequest request, Pod pod, KubernetesControlPlane controlPlane) {
    if (request.isCreate()) {
      return PodValidation.validateCreate(pod);
    }
    if (!(request.old().orElse(pod) instanceof Pod old)) {
      return List.of();
    }
    return switch (request.subresource()) {
      case "" -> PodUpdateValidation.validate(pod, old, controlPlane);
      case "resize" -> PodResizeValidation.validate(pod, old, controlPlane);
      default -> List.of();
    };
  }
}
