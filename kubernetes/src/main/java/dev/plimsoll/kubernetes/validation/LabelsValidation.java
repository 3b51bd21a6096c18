package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Validates labels, or what equals the labels of other objects. The API server lists the errors of
 * several labels in no fixed order.
 *
 * <p>Source: {@code ValidateLabels} in {@code
 * staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go}.
 */
final class LabelsValidation {
  private LabelsValidation() {}

  /**
   * Returns the errors by the alphabet of the keys.
   *
   * @param path the path of all labels, which is the path of each error
   */
  static List<FieldError> validate(Map<?, ?> labels, String path) {
    Map<String, String> sorted = new TreeMap<>();
    labels.forEach((key, value) -> sorted.put(String.valueOf(key), String.valueOf(value)));
    List<FieldError> errors = new ArrayList<>();
    sorted.forEach(
        (key, value) -> {
          errors.addAll(key(key, path));
          errors.addAll(value(value, path));
        });
    return errors;
  }

  static List<FieldError> key(String key, String path) {
    return FieldError.invalid(path, key, QualifiedNames.qualifiedName(key));
  }

  static List<FieldError> value(String value, String path) {
    return FieldError.invalid(path, value, QualifiedNames.labelValue(value));
  }
}
