package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.GoText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Validates the selector of a workload in the group {@code apps}: it matches the template and never
 * changes.
 *
 * <p>Expressions are taken to match. A stored selector isn't known, but matches the stored
 * template. Source: {@code ValidatePodTemplateSpecForReplicaSet}, {@code ValidateDeploymentUpdate},
 * {@code ValidateDaemonSetSpecUpdate} and {@code ValidateStatefulSetUpdate} in {@code
 * pkg/apis/apps/validation/validation.go}.
 */
public final class SelectorValidation {
  private static final String GROUP = "apps";
  private static final String SELECTOR = "spec.selector";

  private SelectorValidation() {}

  /**
   * Returns the errors of a selector.
   *
   * @param workload a workload with its selector
   * @param selector the fields of the selector; absent if the manifest has none
   * @param stored the workload as stored, if it is
   */
  public static List<FieldError> validate(
      Workload workload, Optional<Map<?, ?>> selector, Optional<Workload> stored) {
    if (!workload.resource().group().equals(GROUP) || workload.templates().size() != 1) {
      return List.of();
    }
    String kind = workload.type().kind();
    if (selector.filter(Map::isEmpty).isPresent()) {
      String named = kind.equals("ReplicaSet") ? "deployment" : kind.toLowerCase(Locale.ROOT);
      return List.of(
          FieldError.invalid(
              SELECTOR, "{}", goSelector(Map.of()), "empty selector is invalid for " + named));
    }
    Map<String, String> wanted = matchLabels(selector);
    if (selector.isEmpty() || !matches(wanted, workload)) {
      Map<String, String> labels = workload.templates().get(0).metadata().labels();
      FieldError mismatch =
          FieldError.invalid(
              "spec.template.metadata.labels",
              json(labels),
              go(labels),
              "`selector` does not match template `labels`");
      return selector.isPresent() || kind.equals("DaemonSet")
          ? List.of(mismatch)
          : List.of(FieldError.required(SELECTOR, ""), mismatch);
    }
    return stored
        .filter(s -> s.templates().size() == 1 && !matches(wanted, s))
        .map(s -> List.of(changed(workload, wanted)))
        .orElse(List.of());
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
            goSelector(wanted),
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

  private static String goSelector(Map<String, String> labels) {
    return "v1.LabelSelector{MatchLabels:"
        + go(labels)
        + ", MatchExpressions:[]v1.LabelSelectorRequirement(nil)}";
  }

  private static String go(Map<String, String> labels) {
    if (labels.isEmpty()) {
      return "map[string]string(nil)";
    }
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(e -> GoText.quote(e.getKey()) + ":" + GoText.quote(e.getValue()))
            .collect(Collectors.joining(", ", "map[string]string{", "}"));
  }

  private static String json(Map<String, String> labels) {
    if (labels.isEmpty()) {
      return "null";
    }
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(e -> GoJson.string(e.getKey()) + ":" + GoJson.string(e.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
  }
}
