package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Validates a container's environment variables and their sources. Divisors are not validated, and
 * neither are characters of prefixes and of keys in files.
 *
 * <p>Source: {@code ValidateEnv} and {@code ValidateEnvFrom} in {@code
 * pkg/apis/core/validation/validation.go}, {@code ConvertDownwardAPIFieldLabel} in {@code
 * pkg/apis/core/pods/helpers.go}.
 */
final class EnvValidation {
  private static final List<String> SOURCES =
      List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");

  /** By the alphabet, as errors list them. */
  private static final List<String> FIELDS =
      List.of(
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.nodeName",
          "spec.serviceAccountName",
          "status.hostIP",
          "status.hostIPs",
          "status.podIP",
          "status.podIPs");

  /** Fields that files may show, and variables may not. */
  private static final Set<String> FIELDS_OF_FILES =
      Set.of(
          "metadata.annotations",
          "metadata.labels",
          "spec.restartPolicy",
          "spec.schedulerName",
          "status.phase");

  private static final List<String> RESOURCES =
      List.of(
          "limits.cpu",
          "limits.ephemeral-storage",
          "limits.memory",
          "requests.cpu",
          "requests.ephemeral-storage",
          "requests.memory");

  private static final String PRINTABLE =
      "a valid environment variable name must consist only of printable ASCII characters other"
          + " than '='";
  private static final char DELETE = 0x7f;
  private static final Pattern SUBSCRIPTED = Pattern.compile("(.*)\\['(.*)'\\]");
  private static final Pattern HUGE_PAGES = Pattern.compile("(requests|limits)\\.hugepages-.*");

  private final List<FieldError> errors = new ArrayList<>();
  private final KubernetesControlPlane controlPlane;

  private EnvValidation(KubernetesControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  /** Returns the errors of a container. */
  static List<FieldError> validate(ManifestFields container, KubernetesControlPlane controlPlane) {
    EnvValidation validation = new EnvValidation(controlPlane);
    for (ManifestFields variable : container.list("env")) {
      validation.require(variable, "name");
      validation.name(variable.path("name"), variable.text("name"));
      if (variable.has("valueFrom")) {
        validation.source(variable.object("valueFrom"), !variable.text("value").isEmpty());
      }
    }
    for (ManifestFields source : container.list("envFrom")) {
      validation.sourceOfMany(source, container.path("envFrom"));
    }
    return validation.errors;
  }

  private void require(ManifestFields fields, String name) {
    if (fields.text(name).isEmpty()) {
      errors.add(FieldError.required(fields.path(name), ""));
    }
  }

  /** Until Kubernetes 1.31 fewer characters are allowed. */
  private void name(String path, String name) {
    boolean isRelaxed = controlPlane.isAtLeast(KubernetesVersion.V1_32);
    if (name.isEmpty()) {
      return;
    }
    if (isRelaxed && !name.chars().allMatch(c -> c >= ' ' && c < DELETE && c != '=')) {
      errors.add(FieldError.invalid(path, name, PRINTABLE));
    } else if (!isRelaxed) {
      errors.addAll(FieldError.invalid(path, name, QualifiedNames.variable(name)));
    }
  }

  private void source(ManifestFields from, boolean hasValue) {
    List<String> named = SOURCES.stream().filter(from::has).toList();
    named.forEach(kind -> ofKind(from.object(kind), kind));
    if (named.isEmpty()) {
      errors.add(FieldError.invalid(from.path(), "", "must specify one of: " + sources()));
    } else if (hasValue) {
      errors.add(
          FieldError.invalid(from.path(), "", "may not be specified when `value` is not empty"));
    } else if (named.size() > 1) {
      errors.add(
          FieldError.invalid(
              from.path(), "", "may not have more than one field specified at a time"));
    }
  }

  private String sources() {
    boolean knowsFiles = controlPlane.isAtLeast(KubernetesVersion.V1_35);
    int last = knowsFiles ? SOURCES.size() - 1 : SOURCES.size() - 2;
    return "`" + String.join("`, `", SOURCES.subList(0, last)) + "` or `" + SOURCES.get(last) + "`";
  }

  private void ofKind(ManifestFields source, String kind) {
    switch (kind) {
      case "fieldRef" -> field(source);
      case "resourceFieldRef" -> resource(source);
      case "fileKeyRef" -> {
        require(source, "key");
        require(source, "volumeName");
        require(source, "path");
      }
      default -> {
        String name = source.text("name");
        errors.addAll(
            FieldError.invalid(source.path("name"), name, QualifiedNames.dns1123Subdomain(name)));
        String key = source.text("key");
        if (key.isEmpty()) {
          require(source, "key");
        } else {
          errors.addAll(
              FieldError.invalid(source.path("key"), key, QualifiedNames.configMapKey(key)));
        }
      }
    }
  }

  private void field(ManifestFields source) {
    String label = source.text("fieldPath");
    String path = source.path("fieldPath");
    Matcher subscripted = SUBSCRIPTED.matcher(label);
    if (label.isEmpty()) {
      require(source, "fieldPath");
    } else if (subscripted.matches()) {
      String key = subscripted.group(2);
      switch (subscripted.group(1)) {
        case "metadata.annotations" ->
            errors.addAll(LabelsValidation.key(key.toLowerCase(Locale.ROOT), source.path()));
        case "metadata.labels" -> errors.addAll(LabelsValidation.key(key, source.path()));
        default -> unconverted(path, label, "field label does not support subscript: ");
      }
    } else if (FIELDS_OF_FILES.contains(label)) {
      errors.add(FieldError.notSupported(path, label, FIELDS));
    } else if (!FIELDS.contains(label) && !label.equals("spec.host")) {
      unconverted(path, label, "field label not supported: ");
    }
  }

  private void unconverted(String path, String label, String why) {
    errors.add(FieldError.invalid(path, label, "error converting fieldPath: " + why + label));
  }

  private void resource(ManifestFields source) {
    String resource = source.text("resource");
    require(source, "resource");
    if (!resource.isEmpty()
        && !RESOURCES.contains(resource)
        && !HUGE_PAGES.matcher(resource).matches()) {
      errors.add(FieldError.notSupported(source.path("resource"), resource, RESOURCES));
    }
  }

  /** The errors of the number of sources are those of the list. */
  private void sourceOfMany(ManifestFields source, String path) {
    List<String> named = List.of("configMapRef", "secretRef").stream().filter(source::has).toList();
    for (String kind : named) {
      ManifestFields from = source.object(kind);
      String name = from.text("name");
      if (name.isEmpty()) {
        require(from, "name");
      } else {
        errors.addAll(
            FieldError.invalid(from.path("name"), name, QualifiedNames.dns1123Subdomain(name)));
      }
    }
    if (named.isEmpty()) {
      errors.add(
          FieldError.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`"));
    } else if (named.size() > 1) {
      errors.add(
          FieldError.invalid(path, "", "may not have more than one field specified at a time"));
    }
  }
}
