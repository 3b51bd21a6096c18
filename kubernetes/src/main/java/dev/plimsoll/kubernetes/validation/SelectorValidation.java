package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.GoText;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Validates the selector of a workload in the group {@code apps}, or of a ReplicationController: it
 * matches the template and, in the group {@code apps}, never changes.
 *
 * <p>Expressions are taken to match. A stored selector isn't known, but matches the stored
 * template. Source: {@code ValidatePodTemplateSpecForReplicaSet}, {@code ValidateDeploymentUpdate},
 * {@code ValidateDaemonSetSpecUpdate} and {@code ValidateStatefulSetUpdate} in {@code
 * pkg/apis/apps/validation/validation.go}, {@code ValidatePodTemplateSpecForRC} in {@code
 * pkg/apis/core/validation/validation.go}.
 */
public final class SelectorValidation {
  private static final String GROUP = "apps";
  private static final String SELECTOR = "spec.selector";
  private static final Set<String> WITH_USABLE_SELECTOR =
      Set.of("Deployment", "ReplicaSet", "StatefulSet");
  private static final String EXPRESSIONS = "matchExpressions";
  private static final GroupVersionKind REPLICATION_CONTROLLER =
      GroupVersionKind.of("v1", "ReplicationController");

  private SelectorValidation() {}

  /**
   * Returns the errors of a selector.
   *
   * @param workload a workload with its selector
   * @param manifest the fields of the workload's manifest
   * @param stored the workload as stored, if it is
   */
  public static List<FieldError> validate(
      Workload workload,
      Map<?, ?> manifest,
      Optional<Workload> stored,
      KubernetesControlPlane controlPlane) {
    if (workload.templates().size() != 1) {
      return List.of();
    }
    ManifestFields spec = new ManifestFields("", manifest).object("spec");
    boolean hasLabels = spec.object("template").object("metadata").has("labels");
    Optional<Map<?, ?>> selector =
        spec.has("selector") ? Optional.of(spec.object("selector").fields()) : Optional.empty();
    if (workload.type().equals(REPLICATION_CONTROLLER)) {
      Map<String, String> wanted = new TreeMap<>();
      selector.ifPresent(s -> s.forEach((key, value) -> wanted.put("" + key, "" + value)));
      return !spec.has("template") || matches(wanted, workload)
          ? List.of()
          : List.of(mismatch(workload, hasLabels));
    }
    if (!workload.resource().group().equals(GROUP)) {
      return List.of();
    }
    String kind = workload.type().kind();
    if (selector.filter(SelectorValidation::isEmpty).isPresent()) {
      String named = kind.equals("ReplicaSet") ? "deployment" : kind.toLowerCase(Locale.ROOT);
      return List.of(
          FieldError.invalid(
              SELECTOR,
              "{}",
              goSelector(selector.get()),
              "empty selector is invalid for " + named));
    }
    Map<String, String> wanted = matchLabels(selector);
    List<FieldError> wrong = LabelsValidation.validate(wanted, SELECTOR + ".matchLabels");
    if (!wrong.isEmpty()) {
      return kind.equals("DaemonSet")
          ? wrong
          : Stream.concat(wrong.stream(), Stream.of(unusable(selector.orElse(Map.of()), kind)))
              .toList();
    }
    if (selector.isEmpty() || !matches(wanted, workload)) {
      FieldError mismatch = mismatch(workload, hasLabels);
      return selector.isPresent() || kind.equals("DaemonSet")
          ? List.of(mismatch)
          : List.of(FieldError.required(SELECTOR, ""), mismatch);
    }
    return stored
        .filter(s -> s.templates().size() == 1 && !matches(wanted, s))
        .map(s -> List.of(changed(workload, selector.get(), controlPlane)))
        .orElse(List.of());
  }

  /**
   * Returns whether the API server can't use the selector of a workload in the group {@code apps}.
   * Then the API server doesn't validate the pod template.
   */
  public static boolean isUnusable(String kind, Map<?, ?> manifest) {
    ManifestFields spec = new ManifestFields("", manifest).object("spec");
    return WITH_USABLE_SELECTOR.contains(kind)
        && !LabelsValidation.validate(
                spec.object("selector").object("matchLabels").fields(), SELECTOR)
            .isEmpty();
  }

  private static FieldError unusable(Map<?, ?> selector, String kind) {
    return FieldError.invalid(
        SELECTOR,
        jsonSelector(selector),
        goSelector(selector),
        kind.equals("StatefulSet") ? "" : "invalid label selector");
  }

  private static FieldError mismatch(Workload workload, boolean hasLabels) {
    Map<String, String> labels = workload.templates().get(0).metadata().labels();
    boolean isNil = labels.isEmpty() && !hasLabels;
    return FieldError.invalid(
        "spec.template.metadata.labels",
        isNil ? "null" : GoJson.map(labels),
        isNil ? GoJson.NIL_MAP : GoJson.goMap(labels),
        "`selector` does not match template `labels`");
  }

  private static boolean isEmpty(Map<?, ?> selector) {
    return selector.values().stream()
        .allMatch(
            v ->
                (v instanceof Map<?, ?> m && m.isEmpty())
                    || (v instanceof List<?> l && l.isEmpty()));
  }

  private static FieldError changed(
      Workload workload, Map<?, ?> selector, KubernetesControlPlane controlPlane) {
    return workload.type().kind().equals("StatefulSet")
        ? ofStatefulSet(controlPlane)
        : immutable(selector);
  }

  /** Returns the error of a StatefulSet in which another field changes than may change. */
  static FieldError ofStatefulSet(KubernetesControlPlane controlPlane) {
    String history =
        controlPlane.isAtLeast(KubernetesVersion.V1_33) ? " 'revisionHistoryLimit'," : "";
    return FieldError.forbidden(
        "spec",
        "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
            + " 'updateStrategy',"
            + history
            + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden");
  }

  /** Returns the error of a selector that changes. */
  static FieldError immutable(Map<?, ?> selector) {
    return FieldError.invalid(
        SELECTOR, jsonSelector(selector), goSelector(selector), "field is immutable");
  }

  private static Map<String, String> matchLabels(Optional<Map<?, ?>> selector) {
    Map<String, String> labels = new TreeMap<>();
    if (selector.isPresent() && selector.get().get("matchLabels") instanceof Map<?, ?> all) {
      all.forEach((key, value) -> labels.put(String.valueOf(key), String.valueOf(value)));
    }
    return labels;
  }

  private static boolean matches(Map<String, String> wanted, Workload workload) {
    return workload
        .templates()
        .get(0)
        .metadata()
        .labels()
        .entrySet()
        .containsAll(wanted.entrySet());
  }

  private static String jsonSelector(Map<?, ?> selector) {
    List<String> parts = new ArrayList<>();
    if (!matchLabels(Optional.of(selector)).isEmpty()) {
      parts.add("\"matchLabels\":" + GoJson.map(matchLabels(Optional.of(selector))));
    }
    List<ManifestFields> expressions = new ManifestFields("", selector).list(EXPRESSIONS);
    if (!expressions.isEmpty()) {
      parts.add(
          expressions.stream()
              .map(SelectorValidation::jsonRequirement)
              .collect(Collectors.joining(",", "\"matchExpressions\":[", "]")));
    }
    return "{" + String.join(",", parts) + "}";
  }

  private static String jsonRequirement(ManifestFields expression) {
    String values =
        expression.texts("values").stream()
            .map(GoJson::string)
            .collect(Collectors.joining(",", ",\"values\":[", "]"));
    return "{\"key\":%s,\"operator\":%s%s}"
        .formatted(
            GoJson.string(expression.text("key")),
            GoJson.string(expression.text("operator")),
            expression.texts("values").isEmpty() ? "" : values);
  }

  private static String goSelector(Map<?, ?> selector) {
    boolean isNil = !selector.containsKey("matchLabels");
    Map<String, String> labels = matchLabels(Optional.of(selector));
    String expressions =
        new ManifestFields("", selector)
            .list(EXPRESSIONS).stream()
                .map(SelectorValidation::goRequirement)
                .collect(Collectors.joining(", ", "{", "}"));
    return "v1.LabelSelector{MatchLabels:"
        + (isNil ? GoJson.NIL_MAP : GoJson.goMap(labels))
        + ", MatchExpressions:[]v1.LabelSelectorRequirement"
        + (selector.containsKey(EXPRESSIONS) ? expressions : "(nil)")
        + "}";
  }

  private static String goRequirement(ManifestFields expression) {
    String values =
        expression.texts("values").stream()
            .map(GoText::quote)
            .collect(Collectors.joining(", ", "{", "}"));
    return "v1.LabelSelectorRequirement{Key:%s, Operator:%s, Values:[]string%s}"
        .formatted(
            GoText.quote(expression.text("key")),
            GoText.quote(expression.text("operator")),
            expression.has("values") ? values : "(nil)");
  }
}
