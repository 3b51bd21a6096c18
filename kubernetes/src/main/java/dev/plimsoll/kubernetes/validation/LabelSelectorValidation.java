package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Which label selectors there can be.
 *
 * <p>Source: {@code staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go}.
 */
final class LabelSelectorValidation {
  private LabelSelectorValidation() {}

  static List<FieldError> validate(LabelSelector selector, String path) {
    List<FieldError> errors = new ArrayList<>();
    String labels = path + ".matchLabels";
    new TreeMap<>(selector.matchLabels())
        .forEach(
            (key, value) -> {
              addKey(errors, key, labels);
              addValue(errors, value, labels);
            });
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
    addKey(errors, requirement.key(), path + ".key");
    for (int i = 0; i < values.size(); i++) {
      addValue(errors, values.get(i), path + ".values[" + i + "]");
    }
  }

  private static void addKey(List<FieldError> errors, String key, String field) {
    for (String detail : QualifiedNames.qualifiedName(key)) {
      errors.add(FieldError.invalid(field, key, detail));
    }
  }

  private static void addValue(List<FieldError> errors, String value, String field) {
    for (String detail : QualifiedNames.labelValue(value)) {
      errors.add(FieldError.invalid(field, value, detail));
    }
  }
}
