package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.GoText;
import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * Validates which taints of nodes a pod tolerates.
 *
 * <p>Source: {@code ValidateTolerations} in {@code pkg/apis/core/validation/validation.go}.
 */
final class TolerationValidation {
  private static final String EQUAL = "Equal";
  private static final String EXISTS = "Exists";
  private static final List<String> OPERATORS = List.of(EQUAL, EXISTS);
  private static final List<String> COMPARISONS = List.of("Lt", "Gt");
  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final String SECONDS = "tolerationSeconds";

  private final List<FieldError> errors = new ArrayList<>();
  private final KubernetesControlPlane controlPlane;

  private TolerationValidation(KubernetesControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  /**
   * Returns the errors.
   *
   * @param spec the fields of the pod's spec
   */
  static List<FieldError> validate(ManifestFields spec, KubernetesControlPlane controlPlane) {
    TolerationValidation validation = new TolerationValidation(controlPlane);
    spec.list("tolerations").forEach(validation::toleration);
    return validation.errors;
  }

  private void toleration(ManifestFields toleration) {
    String key = toleration.text("key");
    String operator = toleration.text("operator");
    String effect = toleration.text("effect");
    if (!key.isEmpty()) {
      errors.addAll(LabelsValidation.key(key, toleration.path("key")));
    } else if (!operator.equals(EXISTS)) {
      errors.add(
          FieldError.invalid(
              toleration.path("operator"),
              operator,
              "operator must be Exists when `key` is empty, which means \"match all values and all"
                  + " keys\""));
    }
    if (toleration.has(SECONDS) && !effect.equals("NoExecute")) {
      errors.add(
          FieldError.invalid(
              toleration.path("effect"),
              effect,
              "effect must be 'NoExecute' when `tolerationSeconds` is set"));
    }
    operator(toleration, operator);
    if (!effect.isEmpty() && !EFFECTS.contains(effect)) {
      errors.add(FieldError.notSupported(toleration.path("effect"), effect, EFFECTS));
    }
  }

  /** No operator means {@code Equal}. */
  private void operator(ManifestFields toleration, String operator) {
    String value = toleration.text("value");
    String path = toleration.path("operator");
    if (operator.isEmpty() || operator.equals(EQUAL)) {
      List<String> wrong = QualifiedNames.labelValue(value);
      if (!wrong.isEmpty()) {
        errors.add(FieldError.invalid(path, value, String.join(";", wrong)));
      }
    } else if (!operator.equals(EXISTS)) {
      errors.add(FieldError.notSupported(path, operator, supported(operator)));
    } else if (!value.isEmpty()) {
      errors.add(
          FieldError.invalid(
              path,
              GoJson.string(value),
              controlPlane.isAtLeast(KubernetesVersion.V1_32)
                  ? GoText.quote(value)
                  : go(toleration),
              "value must be empty when `operator` is 'Exists'"));
    }
  }

  /** Comparisons are known since Kubernetes 1.35, where their feature gate is off by default. */
  private List<String> supported(String operator) {
    List<String> supported = new ArrayList<>(OPERATORS);
    if (COMPARISONS.contains(operator) && controlPlane.isAtLeast(KubernetesVersion.V1_35)) {
      supported.addAll(COMPARISONS);
    }
    return supported;
  }

  private static String go(ManifestFields toleration) {
    return "core.Toleration{Key:%s, Operator:%s, Value:%s, Effect:%s, TolerationSeconds:(*int64)(%s)}"
        .formatted(
            GoText.quote(toleration.text("key")),
            GoText.quote(toleration.text("operator")),
            GoText.quote(toleration.text("value")),
            GoText.quote(toleration.text("effect")),
            toleration.has(SECONDS) ? "0x…" : "nil");
  }
}
