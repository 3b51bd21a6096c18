package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.GoText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
      Workload workload, Map<?, ?> manifest, Optional<Workload> stored) {
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
    if (selector.isEmpty() || !matches(wanted, workload)) {
      FieldError mismatch = mismatch(workload, hasLabels);
      return selector.isPresent() || kind.equals("DaemonSet")
          ? List.of(mismatch)
          : List.of(FieldError.required(SELECTOR, ""), mismatch);
    }
    return stored
        .filter(s -> s.templates().size() == 1 && !matches(wanted, s))
        .map(s -> List.of(changed(workload, wanted)))
        .orElse(List.of());
  }

  private static FieldError mismatch(Workload workload, boolean hasLabels) {
    Map<String, String> labels = workload.templates().get(0).metadata().labels();
    boolean isNil = labels.isEmpty() && !hasLabels;
    return FieldError.invalid(
        "spec.template.metadata.labels",
        isNil ? "null" : json(labels),
        go(labels, isNil),
        "`selector` does not match template `labels`");
  }

  private static boolean isEmpty(Map<?, ?> selector) {
    return selector.values().stream()
        .allMatch(
            v ->
                (v instanceof Map<?, ?> m && m.isEmpty())
                    || (v instanceof List<?> l && l.isEmpty()));
  }

  private static FieldError changed(Workload workload, Map<String, String> wanted) {
    return workload.type().kind().equals("StatefulSet")
        ? FieldError.forbidden(
            "spec",
            "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
                + " 'updateStrategy', 'revisionHistoryLimit',"
                + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden")
        : FieldError.invalid(
            SELECTOR,
            "{\"matchLabels\":" + json(wanted) + "}",
            goSelector(Map.of("matchLabels", wanted)),
            "field is immutable");
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

  /** Returns a selector without expressions as Go prints it. */
  private static String goSelector(Map<?, ?> selector) {
    boolean isNil = !selector.containsKey("matchLabels");
    return "v1.LabelSelector{MatchLabels:"
        + go(matchLabels(Optional.of(selector)), isNil)
        + ", MatchExpressions:[]v1.LabelSelectorRequirement"
        + (selector.containsKey("matchExpressions") ? "{}" : "(nil)")
        + "}";
  }

  private static String go(Map<String, String> labels, boolean isNil) {
    if (isNil) {
      return "map[string]string(nil)";
    }
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(e -> GoText.quote(e.getKey()) + ":" + GoText.quote(e.getValue()))
            .collect(Collectors.joining(", ", "map[string]string{", "}"));
  }

  private static String json(Map<String, String> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(e -> GoJson.string(e.getKey()) + ":" + GoJson.string(e.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
  }
}
