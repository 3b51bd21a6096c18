package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.QualifiedNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Validates the fields of a pod's manifest that {@code PodSpec} doesn't keep, such as images. Puts
 * the errors among those of {@link PodValidation} in the order of the API server.
 *
 * <p>Source: {@code ValidatePodSpec} in {@code pkg/apis/core/validation/validation.go}.
 */
final class PodFieldsValidation {
  private static final List<String> POLICIES = List.of("Always", "OnFailure", "Never");

  /** In the order in which a container is validated. */
  private static final List<String> OF_CONTAINER =
      List.of("image", "ports", "env", "volumeMounts", "resources");

  /** In the order in which a pod is validated. */
  private static final List<String> OF_POD =
      List.of(
          "volumes",
          "containers",
          "initContainers",
          "resources",
          "restartPolicy",
          "serviceAccountName",
          "activeDeadlineSeconds",
          "overhead");

  private static final Pattern FIELD = Pattern.compile("(\\w+)(?:\\[([0-9]+)\\](?:\\.(\\w+))?)?.*");

  private PodFieldsValidation() {}

  /**
   * Returns the errors.
   *
   * @param spec the fields of the spec
   * @param claimed the names of the volumes that a StatefulSet adds
   */
  static List<FieldError> validate(ManifestFields spec, Set<String> claimed) {
    List<FieldError> errors = new ArrayList<>();
    Set<String> volumes = new HashSet<>(claimed);
    errors.addAll(VolumeFieldsValidation.validate(spec, volumes));
    for (String containers : List.of("containers", "initContainers")) {
      spec.list(containers)
          .forEach(c -> errors.addAll(ContainerFieldsValidation.validate(c, volumes)));
    }
    String policy = spec.text("restartPolicy");
    if (!policy.isEmpty() && !POLICIES.contains(policy)) {
      errors.add(FieldError.notSupported(spec.path("restartPolicy"), policy, POLICIES));
    }
    String named = spec.text("serviceAccountName");
    String account = named.isEmpty() ? spec.text("serviceAccount") : named;
    if (!account.isEmpty()) {
      QualifiedNames.dns1123Subdomain(account)
          .forEach(
              wrong ->
                  errors.add(FieldError.invalid(spec.path("serviceAccountName"), account, wrong)));
    }
    return errors;
  }

  /**
   * Returns errors of one spec in the order of the API server.
   *
   * @param path where the spec is, such as {@code spec.template.spec}
   */
  static List<FieldError> inOrder(List<FieldError> errors, String path) {
    List<FieldError> ordered = new ArrayList<>(errors);
    ordered.sort(Comparator.comparingLong(e -> rank(e, path)));
    return ordered;
  }

  private static long rank(FieldError error, String path) {
    Matcher matcher = FIELD.matcher(error.field().substring(path.length() + 1));
    if (!matcher.matches()) {
      return Long.MAX_VALUE;
    }
    int group = OF_POD.indexOf(matcher.group(1));
    long index = matcher.group(2) == null ? 0 : Long.parseLong(matcher.group(2));
    int part =
        error.type() == FieldError.Type.DUPLICATE && "name".equals(matcher.group(3))
            ? OF_CONTAINER.size() + 1
            : OF_CONTAINER.indexOf(String.valueOf(matcher.group(3))) + 1;
    return ((group < 0 ? OF_POD.size() : group) * 1_000_000L + index) * 10 + part;
  }
}
