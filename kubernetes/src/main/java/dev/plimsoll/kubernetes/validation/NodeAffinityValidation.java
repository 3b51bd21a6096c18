package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * Validates which nodes a pod's affinity requires or prefers.
 *
 * <p>Source: {@code validateNodeAffinity} in {@code pkg/apis/core/validation/validation.go}.
 */
final class NodeAffinityValidation {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final String TERMS = "nodeSelectorTerms";
  private static final String OPERATOR = "operator";
  private static final String VALUES = "values";
  private static final String NO_OPERATOR = "not a valid selector operator";

  private NodeAffinityValidation() {}

  static List<FieldError> validate(ManifestFields affinity, KubernetesControlPlane controlPlane) {
    List<FieldError> errors = new ArrayList<>();
    ManifestFields required = affinity.object(REQUIRED);
    if (affinity.has(REQUIRED) && required.list(TERMS).isEmpty()) {
      errors.add(
          FieldError.required(required.path(TERMS), "must have at least one node selector term"));
    }
    boolean checksValues = controlPlane.isAtLeast(KubernetesVersion.V1_32);
    required.list(TERMS).forEach(term -> errors.addAll(ofTerm(term, checksValues)));
    for (ManifestFields preferred : affinity.list(PREFERRED)) {
      errors.addAll(PodAffinityValidation.weight(preferred));
      errors.addAll(ofTerm(preferred.object("preference"), false));
    }
    return errors;
  }

  private static List<FieldError> ofTerm(ManifestFields term, boolean checksValues) {
    List<FieldError> errors = new ArrayList<>();
    term.list("matchExpressions").forEach(e -> errors.addAll(ofLabels(e, checksValues)));
    term.list("matchFields").forEach(e -> errors.addAll(ofFields(e)));
    return errors;
  }

  private static List<FieldError> ofLabels(ManifestFields expression, boolean checksValues) {
    List<String> values = expression.texts(VALUES);
    String path = expression.path(VALUES);
    List<FieldError> errors = new ArrayList<>();
    switch (expression.text(OPERATOR)) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          errors.add(
              FieldError.required(path, "must be specified when `operator` is 'In' or 'NotIn'"));
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          errors.add(
              FieldError.forbidden(
                  path, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
        }
      }
      case "Gt", "Lt" -> {
        if (values.size() != 1) {
          errors.add(
              FieldError.required(
                  path, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
        }
      }
      default ->
          errors.add(
              FieldError.invalid(
                  expression.path(OPERATOR), expression.text(OPERATOR), NO_OPERATOR));
    }
    errors.addAll(LabelsValidation.key(expression.text("key"), expression.path("key")));
    for (int i = 0; checksValues && i < values.size(); i++) {
      errors.addAll(LabelsValidation.value(values.get(i), path + "[" + i + "]"));
    }
    return errors;
  }

  /** The name is the only field. */
  private static List<FieldError> ofFields(ManifestFields expression) {
    List<FieldError> errors = new ArrayList<>();
    String operator = expression.text(OPERATOR);
    if (!operator.equals("In") && !operator.equals("NotIn")) {
      errors.add(FieldError.invalid(expression.path(OPERATOR), operator, NO_OPERATOR));
    } else if (expression.texts(VALUES).size() != 1) {
      errors.add(
          FieldError.required(
              expression.path(VALUES),
              "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"));
    }
    String key = expression.text("key");
    if (!key.equals("metadata.name")) {
      errors.add(FieldError.invalid(expression.path("key"), key, "not a valid field selector key"));
    }
    return errors;
  }
}
