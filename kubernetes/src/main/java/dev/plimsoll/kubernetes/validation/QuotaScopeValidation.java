package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The scopes of a quota: which there are, which go together, and which resources each allows.
 *
 * <p>Source: {@code validateResourceQuotaScopes} and {@code
 * validateScopedResourceSelectorRequirement} in {@code pkg/apis/core/validation/validation.go}.
 */
final class QuotaScopeValidation {
  private static final String VOLUME_ATTRIBUTES_CLASS = "VolumeAttributesClass";
  private static final String UNSUPPORTED = "unsupported scope applied to resource";
  private static final Set<String> OF_PODS =
      Set.of(
          "pods",
          "cpu",
          "memory",
          "limits.cpu",
          "limits.memory",
          "requests.cpu",
          "requests.memory");

  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          "Terminating",
          OF_PODS,
          "NotTerminating",
          OF_PODS,
          "NotBestEffort",
          OF_PODS,
          "PriorityClass",
          OF_PODS,
          "CrossNamespacePodAffinity",
          OF_PODS,
          "BestEffort",
          Set.of("pods"),
          VOLUME_ATTRIBUTES_CLASS,
          Set.of("persistentvolumeclaims", "requests.storage"));

  private static final Set<String> ONLY_EXISTS =
      Set.of(
          "BestEffort",
          "NotBestEffort",
          "Terminating",
          "NotTerminating",
          "CrossNamespacePodAffinity");

  private static final List<Set<String>> CONFLICTS =
      List.of(Set.of("BestEffort", "NotBestEffort"), Set.of("Terminating", "NotTerminating"));

  private final ResourceQuotaSpec spec;
  private final KubernetesControlPlane controlPlane;
  private final List<FieldError> errors = new ArrayList<>();

  private QuotaScopeValidation(ResourceQuotaSpec spec, KubernetesControlPlane controlPlane) {
    this.spec = spec;
    this.controlPlane = controlPlane;
  }

  static List<FieldError> validate(
      ResourceQuotaSpec spec, String path, KubernetesControlPlane controlPlane) {
    QuotaScopeValidation scopes = new QuotaScopeValidation(spec, controlPlane);
    scopes.checkScopes(path + ".scopes");
    scopes.checkSelector(path + ".scopeSelector.matchExpressions");
    return scopes.errors;
  }

  private void checkScopes(String field) {
    for (String scope : spec.scopes()) {
      if (!exists(scope)) {
        errors.add(invalidScopes(field, "unsupported scope"));
      }
      checkResources(scope, invalidScopes(field, UNSUPPORTED));
    }
    checkConflicts(new HashSet<>(spec.scopes()), field);
  }

  private void checkSelector(String field) {
    Set<String> scopes = new HashSet<>();
    for (ScopedResourceSelectorRequirement requirement : spec.scopeSelector()) {
      String scope = requirement.scopeName();
      if (!exists(scope)) {
        errors.add(FieldError.invalid(field + ".scopeName", scope, "unsupported scope"));
      }
      checkResources(scope, FieldError.invalid(field, selectorJson(), selectorInGo(), UNSUPPORTED));
      checkOperator(requirement, field);
      scopes.add(scope);
    }
    checkConflicts(scopes, field);
  }

  /** Returns the error about the quota's scopes as a whole. */
  private FieldError invalidScopes(String field, String detail) {
    return invalidScopes(field, spec.scopes(), detail);
  }

  static FieldError invalidScopes(String field, List<String> scopes, String detail) {
    return FieldError.invalid(
        field, GoJson.strings(scopes), GoJson.goStrings("core.ResourceQuotaScope", scopes), detail);
  }

  private void checkResources(String scope, FieldError unsupported) {
    Set<String> allowed = ALLOWED.getOrDefault(scope, Set.of());
    for (ResourceName name : spec.hard().names()) {
      if (exists(scope)
          && ResourceNameValidation.isStandardInQuota(name)
          && !allowed.contains(name.toString())) {
        errors.add(unsupported);
      }
    }
  }

  /** Claims have a scope of their own since Kubernetes 1.33. */
  private boolean exists(String scope) {
    return ALLOWED.containsKey(scope)
        && (!scope.equals(VOLUME_ATTRIBUTES_CLASS)
            || controlPlane.isAtLeast(KubernetesVersion.V1_33));
  }

  private void checkOperator(ScopedResourceSelectorRequirement requirement, String field) {
    String operator = requirement.operator();
    List<String> values = requirement.values();
    if (ONLY_EXISTS.contains(requirement.scopeName()) && !operator.equals("Exists")) {
      errors.add(
          FieldError.invalid(
              field + ".operator",
              operator,
              "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating,"
                  + " ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,"
                  + " ResourceQuotaScopeNotBestEffort or"
                  + " ResourceQuotaScopeCrossNamespacePodAffinity"));
    }
    switch (operator) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          errors.add(
              FieldError.required(
                  field + ".values",
                  "must be at least one value when `operator` is 'In' or 'NotIn' for scope"
                      + " selector"));
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          errors.add(
              FieldError.invalid(
                  field + ".values",
                  GoJson.strings(values),
                  GoJson.goStrings("string", values),
                  "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope"
                      + " selector"));
        }
      }
      default ->
          errors.add(
              FieldError.invalid(field + ".operator", operator, "not a valid selector operator"));
    }
  }

  private void checkConflicts(Set<String> scopes, String field) {
    for (Set<String> conflict : CONFLICTS) {
      if (scopes.containsAll(conflict)) {
        errors.add(invalidScopes(field, "conflicting scopes"));
      }
    }
  }

  private String selectorJson() {
    return spec.scopeSelector().stream()
        .map(
            r ->
                "{\"ScopeName\":"
                    + GoJson.string(r.scopeName())
                    + ",\"Operator\":"
                    + GoJson.string(r.operator())
                    + ",\"Values\":"
                    + GoJson.strings(r.values())
                    + "}")
        .collect(Collectors.joining(",", "{\"MatchExpressions\":[", "]}"));
  }

  private String selectorInGo() {
    return spec.scopeSelector().stream()
        .map(
            r ->
                "core.ScopedResourceSelectorRequirement{ScopeName:"
                    + GoJson.string(r.scopeName())
                    + ", Operator:"
                    + GoJson.string(r.operator())
                    + ", Values:"
                    + GoJson.goStrings("string", r.values())
                    + "}")
        .collect(
            Collectors.joining(
                ", ",
                "core.ScopeSelector{MatchExpressions:[]core.ScopedResourceSelectorRequirement{",
                "}}"));
  }
}
