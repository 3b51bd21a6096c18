package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import java.util.ArrayList;
import java.util.List;

/**
 * Which HorizontalPodAutoscalers the API server denies for their bounds or their target. Metrics,
 * behavior and the target's API version are not validated. The feature gate {@code HPAScaleToZero},
 * which allows 0 pods, is off by default.
 *
 * <p>Source: {@code validateHorizontalPodAutoscalerSpec} in {@code
 * pkg/apis/autoscaling/validation/validation.go}.
 */
public final class HorizontalPodAutoscalerValidation {
  private HorizontalPodAutoscalerValidation() {}

  /** Returns the errors. */
  public static List<FieldError> validate(HorizontalPodAutoscaler autoscaler) {
    List<FieldError> errors = new ArrayList<>();
    int least = autoscaler.minReplicas();
    int most = autoscaler.maxReplicas();
    if (least < 1) {
      errors.add(number("minReplicas", least, "must be greater than or equal to 1"));
    }
    if (most == 0) {
      errors.add(FieldError.required("spec.maxReplicas", "must be set and greater than 0"));
    } else if (most < 0) {
      errors.add(number("maxReplicas", most, "must be greater than or equal to 1"));
    }
    if (most < least) {
      errors.add(number("maxReplicas", most, "must be greater than or equal to `minReplicas`"));
    }
    if (autoscaler.targetType().kind().isEmpty()) {
      errors.add(FieldError.required("spec.scaleTargetRef.kind", ""));
    }
    if (autoscaler.targetName().isEmpty()) {
      errors.add(FieldError.required("spec.scaleTargetRef.name", ""));
    }
    return errors;
  }

  private static FieldError number(String field, int value, String detail) {
    return FieldError.invalidJson("spec." + field, Integer.toString(value), detail);
  }
}
