package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.pod.DisabledPodFields;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Validates the pod templates of workloads of built-in kinds. The API server stores a StatefulSet
 * whose template is invalid before Kubernetes 1.34, and then denies the pods.
 *
 * <p>Source: {@code ValidatePodTemplateSpecForReplicaSet} and {@code
 * ValidatePodTemplateSpecForStatefulSet} in {@code pkg/apis/apps/validation/validation.go}.
 */
public final class TemplateValidation {
  private static final Set<String> GROUPS = Set.of("", "apps", "batch");

  private TemplateValidation() {}

  /** Returns the errors of the templates that the object itself shows. */
  public static List<FieldError> validate(Workload workload, KubernetesControlPlane controlPlane) {
    return GROUPS.contains(workload.resource().group()) && isValidated(workload, controlPlane)
        ? workload.templates().stream().flatMap(t -> validate(t, controlPlane).stream()).toList()
        : List.of();
  }

  private static List<FieldError> validate(
      Workload.PodTemplate template, KubernetesControlPlane controlPlane) {
    return PodValidation.validateSpec(
        DisabledPodFields.drop(template.spec(), Optional.empty(), controlPlane),
        template.path() + ".spec");
  }

  /** Returns whether the API server validates the template with the workload. */
  static boolean isValidated(Workload workload, KubernetesControlPlane controlPlane) {
    return !(workload.details() instanceof WorkloadDetails.StatefulSet)
        || controlPlane.isAtLeast(KubernetesVersion.V1_34);
  }
}
