package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import java.util.ArrayList;
import java.util.List;

/**
 * Validates which other pods a pod must or must not be near to. Keys whose values are those of the
 * pod's own labels are not validated.
 *
 * <p>Source: {@code validatePodAffinity} and {@code validatePodAntiAffinity} in {@code
 * pkg/apis/core/validation/validation.go}.
 */
final class PodAffinityValidation {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final int HIGHEST_WEIGHT = 100;

  private PodAffinityValidation() {}

  /**
   * Returns the errors.
   *
   * @param affinity the fields of {@code podAffinity} or {@code podAntiAffinity}
   */
  static List<FieldError> validate(ManifestFields affinity) {
    List<FieldError> errors = new ArrayList<>();
    affinity.list(REQUIRED).forEach(term -> errors.addAll(ofTerm(term)));
    for (ManifestFields weighted : affinity.list(PREFERRED)) {
      errors.addAll(weight(weighted));
      errors.addAll(ofTerm(weighted.object("podAffinityTerm")));
    }
    return errors;
  }

  static List<FieldError> weight(ManifestFields weighted) {
    long weight = weighted.number("weight");
    return weight >= 1 && weight <= HIGHEST_WEIGHT
        ? List.of()
        : List.of(
            FieldError.invalidJson(
                weighted.path("weight"), Long.toString(weight), "must be in the range 1-100"));
  }

  private static List<FieldError> ofTerm(ManifestFields term) {
    List<FieldError> errors = new ArrayList<>();
    for (String selector : List.of("labelSelector", "namespaceSelector")) {
      errors.addAll(LabelSelectorValidation.validate(term.object(selector)));
    }
    for (String namespace : term.texts("namespaces")) {
      errors.addAll(
          FieldError.invalid(
              term.path("namespace"), namespace, QualifiedNames.dns1123Label(namespace)));
    }
    String key = term.text("topologyKey");
    if (key.isEmpty()) {
      errors.add(FieldError.required(term.path("topologyKey"), "can not be empty"));
    }
    errors.addAll(LabelsValidation.key(key, term.path("topologyKey")));
    return errors;
  }
}
