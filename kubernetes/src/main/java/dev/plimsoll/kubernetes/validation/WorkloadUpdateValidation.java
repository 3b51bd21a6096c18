package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.apply.SemanticEquality;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Validates that a changed workload keeps the fields that never change. Errors print {@code …}
 * instead of a value that is an object.
 *
 * <p>Sources: {@code ValidateDeploymentUpdate}, {@code ValidateReplicaSetUpdate}, {@code
 * ValidateDaemonSetSpecUpdate} and {@code ValidateStatefulSetUpdate} in {@code
 * pkg/apis/apps/validation/validation.go}, {@code ValidateJobSpecUpdate} in {@code
 * pkg/apis/batch/validation/validation.go}, {@code validationOptionsForJob} in {@code
 * pkg/registry/batch/job/strategy.go}.
 */
final class WorkloadUpdateValidation {
  private static final String HISTORY = "revisionHistoryLimit";

  /** The fields of a StatefulSet that may change. */
  static final Set<String> MUTABLE =
      Set.of(
          "replicas",
          "template",
          "updateStrategy",
          "minReadySeconds",
          "ordinals",
          HISTORY,
          "persistentVolumeClaimRetentionPolicy");

  private static final String IMMUTABLE = "field is immutable";
  private static final String COMPLETIONS = "completions";
  private static final String PARALLELISM = "parallelism";
  private static final String TEMPLATE = "template";
  private static final String SELECTOR = "selector";
  private static final String ELLIPSIS = "…";

  /** The fields of a template that a suspended Job may change before it starts. */
  private static final List<String> DIRECTIVES =
      List.of("nodeSelector", "tolerations", "schedulingGates");

  private final List<FieldError> errors = new ArrayList<>();
  private final ManifestFields now;
  private final ManifestFields old;

  private WorkloadUpdateValidation(ManifestFields now, ManifestFields old) {
    this.now = now;
    this.old = old;
  }

  /**
   * Returns the errors.
   *
   * @param kind the kind of the workload
   * @param object the fields of the changed object
   * @param stored the fields of the stored object
   */
  static List<FieldError> validate(
      String kind,
      ManifestFields object,
      ManifestFields stored,
      KubernetesControlPlane controlPlane) {
    WorkloadUpdateValidation validation =
        new WorkloadUpdateValidation(object.object("spec"), stored.object("spec"));
    switch (kind) {
      case "Deployment", "ReplicaSet", "DaemonSet" -> validation.selector();
      case "StatefulSet" -> validation.statefulSet(controlPlane);
      case "Job" -> validation.job(MutableTemplate.of(stored, controlPlane));
      default -> {
        // Every field may change.
      }
    }
    return validation.errors;
  }

  private boolean isSame(String field) {
    return SemanticEquality.equal(field, now.fields().get(field), old.fields().get(field));
  }

  private void selector() {
    if (!isSame(SELECTOR)) {
      errors.add(SelectorValidation.immutable(now.object(SELECTOR).fields()));
    }
  }

  private void statefulSet(KubernetesControlPlane controlPlane) {
    boolean hasFreeHistory = controlPlane.isAtLeast(KubernetesVersion.V1_33);
    boolean isKept =
        Stream.concat(now.fields().keySet().stream(), old.fields().keySet().stream())
            .map(String::valueOf)
            .filter(f -> !MUTABLE.contains(f) || (f.equals(HISTORY) && !hasFreeHistory))
            .allMatch(this::isKept);
    if (!isKept) {
      errors.add(SelectorValidation.ofStatefulSet(controlPlane));
    }
  }

  /** The stored claims have a status and defaults that no manifest has. */
  private boolean isKept(String field) {
    return field.equals("volumeClaimTemplates")
        ? ClaimTemplateValidation.equal(now.list(field), old.list(field))
        : isSame(field);
  }

  private void job(MutableTemplate mutable) {
    completions();
    immutable(SELECTOR);
    template(mutable);
    immutable("completionMode");
    immutable("podFailurePolicy");
    immutable("backoffLimitPerIndex");
    immutable("managedBy");
    immutable("successPolicy");
  }

  private void immutable(String field) {
    if (!isSame(field)) {
      errors.add(error(field));
    }
  }

  private FieldError error(String field) {
    Object given = now.fields().get(field);
    Object value = given == null && field.equals("completionMode") ? "NonIndexed" : given;
    String path = now.path(field);
    return value instanceof String text
        ? FieldError.invalid(path, text, IMMUTABLE)
        : FieldError.invalidJson(path, json(value), IMMUTABLE);
  }

  private static String json(@Nullable Object value) {
    return value instanceof Map || value instanceof List ? ELLIPSIS : String.valueOf(value);
  }

  private void completions() {
    if (!now.text("completionMode").equals("Indexed")) {
      immutable(COMPLETIONS);
    } else if (!isSame(COMPLETIONS)
        && now.has(COMPLETIONS)
        && now.number(COMPLETIONS) != now.number(PARALLELISM)) {
      errors.add(
          FieldError.invalidJson(
              now.path(COMPLETIONS),
              Long.toString(now.number(COMPLETIONS)),
              "can only be modified in tandem with " + now.path(PARALLELISM)));
    }
  }

  private void template(MutableTemplate mutable) {
    Map<Object, Object> template = new HashMap<>(now.object(TEMPLATE).fields());
    Map<Object, Object> former = new HashMap<>(old.object(TEMPLATE).fields());
    if (mutable.directives()) {
      template.remove("metadata");
      former.remove("metadata");
      template.put("spec", withoutDirectives(template));
      former.put("spec", withoutDirectives(former));
    }
    if (mutable.resources()) {
      template = Map.of("spec", withoutResources(template));
      former = Map.of("spec", withoutResources(former));
    }
    if (!SemanticEquality.equal(template, former)) {
      errors.add(
          FieldError.invalidJson(
              now.path(mutable.resources() ? "template.spec" : TEMPLATE), ELLIPSIS, IMMUTABLE));
    }
  }

  private static Map<Object, Object> withoutDirectives(Map<?, ?> template) {
    Map<Object, Object> spec = spec(template);
    DIRECTIVES.forEach(spec::remove);
    Map<Object, Object> affinity = new HashMap<>(map(spec.get("affinity")));
    affinity.remove("nodeAffinity");
    if (affinity.isEmpty()) {
      spec.remove("affinity");
    } else {
      spec.put("affinity", affinity);
    }
    return spec;
  }

  private static Map<Object, Object> withoutResources(Map<?, ?> template) {
    Map<Object, Object> spec = spec(template);
    for (String list : List.of("containers", "initContainers")) {
      List<Object> containers = new ArrayList<>();
      for (ManifestFields container : new ManifestFields("", spec).list(list)) {
        Map<Object, Object> fields = new HashMap<>(container.fields());
        fields.remove("resources");
        containers.add(fields);
      }
      spec.put(list, containers);
    }
    return spec;
  }

  private static Map<Object, Object> spec(Map<?, ?> template) {
    return new HashMap<>(map(template.get("spec")));
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  /**
   * Tells which parts of the template of a stored Job may change.
   *
   * @param directives whether rules for nodes, labels and annotations may change
   * @param resources whether amounts of containers may change, and nothing else of the spec
   */
  private record MutableTemplate(boolean directives, boolean resources) {

    /**
     * Since Kubernetes 1.36, a Job that was suspended again may change as if it had not started.
     */
    static MutableTemplate of(ManifestFields stored, KubernetesControlPlane controlPlane) {
      boolean isSuspended = stored.object("spec").text("suspend").equals("true");
      ManifestFields status = stored.object("status");
      boolean hasNotStarted = !status.has("startTime");
      boolean isMutable =
          isSuspended
              && (hasNotStarted || hasSuspendedCondition(status))
              && status.number("active") == 0;
      return new MutableTemplate(
          controlPlane.isAtLeast(KubernetesVersion.V1_36)
              ? isMutable
              : isSuspended && hasNotStarted,
          isMutable && controlPlane.enables(FeatureGate.MUTABLE_JOB_RESOURCES));
    }

    private static boolean hasSuspendedCondition(ManifestFields status) {
      return status.list("conditions").stream()
          .anyMatch(c -> c.text("type").equals("Suspended") && c.text("status").equals("True"));
    }
  }
}
