package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.Denial;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.validation.DecodingError;
import dev.plimsoll.kubernetes.validation.FieldError;
import dev.plimsoll.kubernetes.validation.InvalidMessage;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds what is wrong with a manifest itself: its version, its fields or its namespace. Of several
 * faults, the one counts that the API server finds first.
 */
final class ManifestFault {
  private static final Pattern TEMPLATE =
      Pattern.compile("^spec\\.(jobTemplate\\.spec\\.)?template\\.");

  private static final String LENIENT =
      "kubectl asks for strict decoding; for a client that doesn't, the API server drops the field";

  private static final String OF_PATCH =
      "the object is there already: kubectl sends a patch, and the API server's words about a patch"
          + " differ";

  private static final String OF_CHANGE =
      "the field never changes: delete the object first, or give the new object another name";

  private ManifestFault() {}

  /**
   * Returns the denial of a manifest, or of its pods, by its fault; empty if none is known.
   *
   * @param objects the objects of the set that were applied before
   * @param error the certain error of its decoding
   */
  static Optional<Outcome> of(
      CheckedObject checked, AppliedObjects objects, Optional<DecodingError> error) {
    Optional<Denial> homeless = objects.withoutNamespace(checked.object());
    List<FieldError> errors = objects.errorsOf(checked);
    List<FieldError> ofPods = objects.errorsOfPods(checked);
    return RemovedVersions.denialOf(checked)
        .map(denial -> ofRemovedVersion(checked, denial))
        .or(() -> error.map(e -> undecoded(checked, e, objects.isThere(checked))))
        .or(() -> checked.denial().map(denial -> unmerged(checked, denial)))
        .or(() -> homeless.map(denial -> withoutNamespace(checked, denial)))
        .or(() -> Optional.of(errors).filter(e -> !e.isEmpty()).map(e -> invalid(checked, e)))
        .or(() -> Optional.of(ofPods).filter(e -> !e.isEmpty()).map(e -> invalidPods(checked, e)));
  }

  private static Outcome unmerged(CheckedObject checked, ApplyDenial denial) {
    return ObjectOutcome.denied(checked, denial.rule(), denial.field(), denial.details());
  }

  /** Returns the denial of an object whose namespace doesn't exist. */
  private static Outcome withoutNamespace(CheckedObject checked, Denial denial) {
    return ObjectOutcome.denied(
        checked, "NamespaceNotFound", List.of("metadata", "namespace"), List.of(denial.message()));
  }

  /** Returns the denial of an object of a version that the API server doesn't serve. */
  private static Outcome ofRemovedVersion(CheckedObject checked, Denial denial) {
    return ObjectOutcome.denied(
        checked, RemovedVersions.RULE, RemovedVersions.FIELD, List.of(denial.message()));
  }

  /**
   * Returns the denial of an object that the API server can't decode.
   *
   * @param isThere whether the cluster has the object already
   */
  private static Outcome undecoded(CheckedObject checked, DecodingError error, boolean isThere) {
    return ObjectOutcome.denied(
        checked,
        "BadRequest",
        error.field(),
        List.of(
            error.message(),
            error.advice(),
            error.isUnknownField() ? LENIENT : "",
            isThere ? OF_PATCH : ""));
  }

  /** Returns the denial of an object with invalid fields. */
  private static Outcome invalid(CheckedObject checked, List<FieldError> errors) {
    return ObjectOutcome.denied(
        checked,
        "Validation",
        InvalidField.of(checked, errors.get(0)),
        List.of(
            Denial.invalid(checked.object(), errors).message(),
            errors.stream().anyMatch(FieldError::isOfChange) ? OF_CHANGE : ""));
  }

  /** Returns the outcome of a StatefulSet that is stored and whose pods have invalid fields. */
  private static Outcome invalidPods(CheckedObject checked, List<FieldError> errors) {
    String name = checked.object().name() + "-" + suffix(checked.object());
    List<FieldError> ofPod =
        errors.stream()
            .map(e -> e.withField(TEMPLATE.matcher(e.field()).replaceFirst("")))
            .toList();
    return ObjectOutcome.denied(
        checked,
        "Validation",
        InvalidField.of(checked, errors.get(0)),
        "the pods of " + checked.label() + " are denied",
        List.of(InvalidMessage.message("Pod", name, ofPod)));
  }

  /** Most controllers generate the names of their pods. */
  private static String suffix(ApiObject object) {
    return object instanceof Workload workload
            && workload.details() instanceof WorkloadDetails.StatefulSet set
        ? Integer.toString(set.firstOrdinal())
        : "…";
  }
}
