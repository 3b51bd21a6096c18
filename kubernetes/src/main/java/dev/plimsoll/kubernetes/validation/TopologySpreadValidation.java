package dev.plimsoll.kubernetes.validation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Validates how a pod's set is spread. Keys whose values are those of the pod's own labels are not
 * validated.
 *
 * <p>Source: {@code validateTopologySpreadConstraints} in {@code
 * pkg/apis/core/validation/validation.go}.
 */
final class TopologySpreadValidation {
  private static final String DO_NOT_SCHEDULE = "DoNotSchedule";
  private static final List<String> ACTIONS = List.of(DO_NOT_SCHEDULE, "ScheduleAnyway");
  private static final List<String> POLICIES = List.of("Honor", "Ignore");
  private static final String ACTION = "whenUnsatisfiable";
  private static final String KEY = "topologyKey";
  private static final String DOMAINS = "minDomains";

  private TopologySpreadValidation() {}

  /**
   * Returns the errors.
   *
   * @param spec the fields of the pod's spec
   */
  static List<FieldError> validate(ManifestFields spec) {
    List<FieldError> errors = new ArrayList<>();
    List<ManifestFields> constraints = spec.list("topologySpreadConstraints");
    Map<String, Integer> last = new HashMap<>();
    for (int i = 0; i < constraints.size(); i++) {
      last.put(kind(constraints.get(i)), i);
    }
    for (int i = 0; i < constraints.size(); i++) {
      ManifestFields constraint = constraints.get(i);
      boolean isRepeated = last.getOrDefault(kind(constraint), i) > i;
      errors.addAll(ofConstraint(constraint, isRepeated));
    }
    return errors;
  }

  private static List<FieldError> ofConstraint(ManifestFields constraint, boolean isRepeated) {
    List<FieldError> errors = new ArrayList<>(positive(constraint, "maxSkew"));
    String action = constraint.text(ACTION);
    if (constraint.text(KEY).isEmpty()) {
      errors.add(FieldError.required(constraint.path(KEY), "can not be empty"));
    }
    if (!ACTIONS.contains(action)) {
      errors.add(FieldError.notSupported(constraint.path(ACTION), action, ACTIONS));
    }
    if (isRepeated) {
      errors.add(
          FieldError.duplicate(
              constraint.path("{topologyKey, whenUnsatisfiable}"), kind(constraint)));
    }
    if (constraint.has(DOMAINS)) {
      errors.addAll(ofDomains(constraint, action));
    }
    for (String policy : List.of("nodeAffinityPolicy", "nodeTaintsPolicy")) {
      if (constraint.has(policy) && !POLICIES.contains(constraint.text(policy))) {
        errors.add(
            FieldError.notSupported(constraint.path(policy), constraint.text(policy), POLICIES));
      }
    }
    errors.addAll(LabelSelectorValidation.validate(constraint.object("labelSelector")));
    return errors;
  }

  private static List<FieldError> ofDomains(ManifestFields constraint, String action) {
    List<FieldError> errors = new ArrayList<>(positive(constraint, DOMAINS));
    if (!action.equals(DO_NOT_SCHEDULE)) {
      errors.add(
          FieldError.invalidJson(
              constraint.path(DOMAINS),
              Long.toString(constraint.number(DOMAINS)),
              "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action));
    }
    return errors;
  }

  private static String kind(ManifestFields constraint) {
    return "{" + constraint.text(KEY) + ", " + constraint.text(ACTION) + "}";
  }

  private static List<FieldError> positive(ManifestFields constraint, String name) {
    long number = constraint.number(name);
    return number > 0
        ? List.of()
        : List.of(
            FieldError.invalidJson(
                constraint.path(name), Long.toString(number), "must be greater than zero"));
  }
}
