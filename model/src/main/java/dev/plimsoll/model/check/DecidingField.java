package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionEffect;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.limits.LimitRangeViolation;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.validation.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the field that makes the API server deny an object or its pods. */
final class DecidingField {
  private static final List<String> NAME = List.of("metadata", "name");

  /** How Pod Security names a container, and the field that it should set. */
  private static final Pattern CONTAINER = Pattern.compile("containers? \"([^\"]+)\"");

  private static final Pattern SECURITY =
      Pattern.compile("securityContext\\.([a-zA-Z]+(?:\\.[a-zA-Z]+)*)");

  private final CheckedObject checked;
  private final PodSpecFields pods;

  DecidingField(CheckedObject checked, PodSpecFields pods) {
    this.checked = checked;
    this.pods = pods;
  }

  /** Returns the field that a denial is about. */
  List<String> of(AdmissionReport report) {
    boolean ofPods = report.object() instanceof Pod;
    return validation(report, ofPods)
        .or(() -> limitRange(report))
        .or(() -> report.quotaDenial().flatMap(d -> quota(report, d)))
        .or(() -> report.deniedBy().flatMap(l -> plugin(l, report.message())))
        .orElse(List.of());
  }

  private Optional<List<String>> validation(AdmissionReport report, boolean ofPods) {
    return report.steps().stream()
        .map(s -> s.effect())
        .filter(AdmissionEffect.Validated.class::isInstance)
        .flatMap(e -> ((AdmissionEffect.Validated) e).errors().stream())
        .map(FieldError::field)
        .map(FieldPath::parse)
        .findFirst()
        .map(
            path ->
                ofPods && !path.isEmpty() && path.get(0).equals("spec")
                    ? FieldPath.in(pods.spec(), path.subList(1, path.size()))
                    : path);
  }

  private Optional<List<String>> limitRange(AdmissionReport report) {
    return report.limitRangeViolations().stream()
        .findFirst()
        .map(v -> report.object() instanceof PersistentVolumeClaim ? storage() : ofViolation(v));
  }

  private List<String> ofViolation(LimitRangeViolation violation) {
    List<String> kinds =
        violation.rule() == LimitRangeViolation.Rule.MIN
            ? List.of("requests", "limits")
            : List.of("limits", "requests");
    return violation.container().isEmpty()
        ? pods.largest(violation.resource(), kinds)
        : pods.ofContainer(violation.container(), violation.resource(), kinds);
  }

  private List<String> storage() {
    return FieldPath.in(List.of("spec", "resources", "requests"), "storage");
  }

  private Optional<List<String>> quota(AdmissionReport report, QuotaDenial denial) {
    if (denial instanceof QuotaDenial.MustSpecify must) {
      ResourceName key = must.missing().names().get(0);
      String container =
          Objects.requireNonNull(must.missing().containers().get(key), "each name has containers")
              .first();
      return Optional.of(pods.ofContainer(container, resource(key), List.of(kind(key))));
    }
    return denial instanceof QuotaDenial.Exceeded exceeded
        ? Optional.of(ofKey(report, exceeded.limited().names().get(0)))
        : Optional.of(List.of());
  }

  private List<String> ofKey(AdmissionReport report, ResourceName key) {
    if (report.object() instanceof PersistentVolumeClaim && key.name().contains("storage")) {
      return checked.object() instanceof PersistentVolumeClaim
          ? storage()
          : FieldPath.in(List.of("spec"), "volumeClaimTemplates");
    }
    String name = key.name();
    if (name.equals("pods") || name.startsWith("count/")) {
      return checked.has(List.of("spec", "replicas"))
          ? List.of("spec", "replicas")
          : checked.has(List.of("spec", "parallelism")) ? List.of("spec", "parallelism") : NAME;
    }
    if (name.startsWith("services")) {
      return List.of("spec", "type");
    }
    return report.object() instanceof Pod
        ? pods.largest(
            resource(key),
            name.startsWith("limits.") ? List.of("limits") : List.of("requests", "limits"))
        : NAME;
  }

  static ResourceName resource(ResourceName key) {
    return ResourceName.of(key.name().replaceFirst("^(requests|limits)\\.", ""));
  }

  private static String kind(ResourceName key) {
    return key.name().startsWith("limits.") ? "limits" : "requests";
  }

  private Optional<List<String>> plugin(String layer, String message) {
    return switch (layer) {
      case "ServiceAccount" -> Optional.of(pods.field("serviceAccountName"));
      case "Priority" -> Optional.of(pods.field("priorityClassName"));
      case "RuntimeClass" -> Optional.of(pods.field("runtimeClassName"));
      case "NamespaceLifecycle" -> Optional.of(List.of("metadata", "namespace"));
      case "PodSecurity" -> Optional.of(security(message));
      default -> Optional.empty();
    };
  }

  private List<String> security(String message) {
    Matcher container = CONTAINER.matcher(message);
    Matcher setting = SECURITY.matcher(message);
    List<String> steps = new ArrayList<>(List.of("securityContext"));
    if (setting.find()) {
      steps.addAll(List.of(setting.group(1).split("\\.")));
    }
    return container.find()
        ? FieldPath.in(pods.container(container.group(1)), steps)
        : FieldPath.in(pods.spec(), steps);
  }
}
