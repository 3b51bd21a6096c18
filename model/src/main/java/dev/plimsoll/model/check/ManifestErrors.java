package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.validation.FieldError;
import dev.plimsoll.kubernetes.validation.ManifestValidation;
import dev.plimsoll.kubernetes.validation.SelectorValidation;
import dev.plimsoll.kubernetes.validation.TemplateValidation;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The errors of a manifest that the object alone doesn't show.
 *
 * @param checked the manifest
 * @param old the stored object; empty if none is stored, or if the object is deleted first
 * @param simulation the cluster
 */
record ManifestErrors(
    CheckedObject checked, Optional<? extends ApiObject> old, Simulation simulation) {

  /** Errors that the fields of the stored object may mend. */
  private static final Set<FieldError.Type> DEPENDING =
      Set.of(FieldError.Type.REQUIRED, FieldError.Type.NOT_FOUND);

  /** Returns the errors of the object. */
  List<FieldError> ofObject() {
    return FieldError.of(controlPlane(), found());
  }

  /** Returns the errors of the pods of a new object that the API server stores in spite of them. */
  List<FieldError> ofPods() {
    return old.isPresent()
        ? List.of()
        : FieldError.of(
            controlPlane(),
            ManifestValidation.validatePods(checked.object(), checked.fields(), controlPlane()));
  }

  private KubernetesControlPlane controlPlane() {
    return simulation.cluster().controlPlane();
  }

  private List<FieldError> found() {
    if (old.isEmpty()) {
      return ofNew();
    }
    return checked
        .patched()
        .map(
            p ->
                ManifestValidation.validateUpdate(
                    p.object(), old.get(), p.fields(), p.stored(), controlPlane()))
        .orElseGet(() -> ofChange(old.get()));
  }

  private List<FieldError> ofNew() {
    ApiObject object = checked.object();
    List<FieldError> own =
        ManifestValidation.validateCreate(object, checked.fields(), controlPlane());
    if (!(object instanceof Workload workload)) {
      return own.isEmpty() || simulation.admissionOf(object).reachedValidation() ? own : List.of();
    }
    return together(
        SelectorValidation.validate(workload, checked.fields(), Optional.empty(), controlPlane()),
        own,
        workload);
  }

  /** The stored fields aren't known: what the manifest lacks may be there. */
  private List<FieldError> ofChange(ApiObject former) {
    ApiObject object = checked.object();
    List<FieldError> own =
        ManifestValidation.validateCreate(object, checked.fields(), controlPlane()).stream()
            .filter(e -> !DEPENDING.contains(e.type()))
            .toList();
    if (!(object instanceof Workload workload) || !(former instanceof Workload stored)) {
      return own;
    }
    if (!checked.has(List.of("spec", "template"))) {
      return List.of();
    }
    List<FieldError> all =
        together(
            SelectorValidation.validate(
                workload, checked.fields(), Optional.of(stored), controlPlane()),
            own,
            workload);
    return all.isEmpty()
            && stored.details() instanceof WorkloadDetails.Job job
            && !job.suspended()
            && !PodTemplates.areSame(stored, workload, simulation)
        ? List.of(FieldError.ofImmutableTemplate())
        : all;
  }

  private List<FieldError> together(
      List<FieldError> selector, List<FieldError> own, Workload workload) {
    if (selector.isEmpty()) {
      return own;
    }
    boolean hasAll =
        !own.isEmpty() || SelectorValidation.isUnusable(workload.type().kind(), checked.fields());
    return Stream.concat(
            selector.stream(),
            (hasAll ? own : TemplateValidation.validate(workload, controlPlane())).stream())
        .toList();
  }
}
