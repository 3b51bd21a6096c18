package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Validates the names of a pod's volumes, and what the commonest volumes refer to.
 *
 * <p>Source: {@code ValidateVolumes} in {@code pkg/apis/core/validation/validation.go}.
 */
final class VolumeFieldsValidation {

  /** The field that a source of a volume must have. */
  private static final Map<String, String> REQUIRED =
      Map.of(
          "hostPath", "path",
          "secret", "secretName",
          "configMap", "name",
          "persistentVolumeClaim", "claimName");

  private VolumeFieldsValidation() {}

  /**
   * Returns the errors of the volumes.
   *
   * @param spec the fields of the pod's spec
   * @param names the names of volumes that mounts find, to which valid volumes are added
   */
  static List<FieldError> validate(ManifestFields spec, Set<String> names) {
    List<FieldError> errors = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (ManifestFields volume : spec.list("volumes")) {
      List<FieldError> own = ofVolume(volume, seen);
      if (own.isEmpty()) {
        seen.add(volume.text("name"));
      }
      errors.addAll(own);
    }
    names.addAll(seen);
    return errors;
  }

  private static List<FieldError> ofVolume(ManifestFields volume, Set<String> seen) {
    List<FieldError> errors = new ArrayList<>();
    REQUIRED.forEach(
        (source, field) -> {
          ManifestFields fields = volume.object(source);
          if (volume.has(source) && fields.text(field).isEmpty()) {
            errors.add(FieldError.required(fields.path(field), ""));
          }
        });
    String name = volume.text("name");
    if (name.isEmpty()) {
      errors.add(FieldError.required(volume.path("name"), ""));
    } else {
      QualifiedNames.dns1123Label(name)
          .forEach(wrong -> errors.add(FieldError.invalid(volume.path("name"), name, wrong)));
    }
    if (seen.contains(name)) {
      errors.add(FieldError.duplicate(volume.path("name"), name));
    }
    return errors;
  }
}
