package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Why a scope with an operator is no label selector. Validation lets values through that no label
 * can have; evaluation then fails.
 *
 * <p>Source: {@code ScopedResourceSelectorRequirementsAsSelector} in {@code
 * pkg/apis/core/v1/helper/helpers.go}, {@code NewRequirement} in {@code
 * staging/src/k8s.io/apimachinery/pkg/labels/selector.go}.
 */
final class ScopeSelectorError {
  private static final Set<String> OPERATORS = Set.of("In", "NotIn", "Exists", "DoesNotExist");

  private ScopeSelectorError() {}

  static Optional<String> of(ScopedResourceSelectorRequirement scope) {
    if (!OPERATORS.contains(scope.operator())) {
      return problem("\"" + scope.operator() + "\" is not a valid scope selector operator");
    }
    Set<String> errors = new LinkedHashSet<>();
    for (int i = 0; i < scope.values().size(); i++) {
      String value = scope.values().get(i);
      List<String> faults = QualifiedNames.labelValue(value);
      if (!faults.isEmpty()) {
        String field = "values[" + i + "][" + scope.scopeName() + "]";
        errors.add(field + ": Invalid value: \"" + value + "\": " + String.join("; ", faults));
      }
    }
    if (errors.isEmpty()) {
      return Optional.empty();
    }
    String list = String.join(", ", errors);
    return problem(errors.size() == 1 ? list : "[" + list + "]");
  }

  private static Optional<String> problem(String text) {
    return Optional.of("failed to parse and convert selector: " + text);
  }
}
