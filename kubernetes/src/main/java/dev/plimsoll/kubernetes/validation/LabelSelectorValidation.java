package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.LabelSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which label selectors there can be.
 *
 * <p>Source: {@code staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go}.
 */
final class LabelSelectorValidation {
  private LabelSelectorValidation() {}

  /** Returns the errors of the fields of a selector. */
  static List<FieldError> validate(ManifestFields selector) {
    Map<String, String> labels = new HashMap<>();
    selector
        .object("matchLabels")
        .fields()
        .forEach((key, value) -> labels.put(String.valueOf(key), String.valueOf(value)));
    List<LabelSelector.Requirement> requirements =
        selector.list("matchExpressions").stream()
            .map(
                e ->
                    new LabelSelector.Requirement(
                        e.text("key"), e.text("operator"), e.texts("values")))
            .toList();
    return validate(new LabelSelector(labels, requirements), selector.path());
  }

  static List<FieldError> validate(LabelSelector selector, String path) {
    List<FieldError> errors = new ArrayList<>();
    errors.addAll(LabelsValidation.validate(selector.matchLabels(), path + ".matchLabels"));
    for (int i = 0; i < selector.matchExpressions().size(); i++) {
      addRequirement(
          errors, selector.matchExpressions().get(i), path + ".matchExpressions[" + i + "]");
    }
    return errors;
  }

  private static void addRequirement(
      List<FieldError> errors, LabelSelector.Requirement requirement, String path) {
    List<String> values = requirement.values();
    switch (requirement.operator()) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          errors.add(
              FieldError.required(
                  path + ".values", "must be specified when `operator` is 'In' or 'NotIn'"));
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          errors.add(
              FieldError.forbidden(
                  path + ".values",
                  "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
        }
      }
      default ->
          errors.add(
              FieldError.invalid(
                  path + ".operator", requirement.operator(), "not a valid selector operator"));
    }
    errors.addAll(LabelsValidation.key(requirement.key(), path + ".key"));
    for (int i = 0; i < values.size(); i++) {
      errors.addAll(LabelsValidation.value(values.get(i), path + ".values[" + i + "]"));
    }
  }
}
