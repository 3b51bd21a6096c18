package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Validates how a workload replaces its pods.
 *
 * <p>Source: {@code ValidateDeploymentStrategy}, {@code ValidateDaemonSetUpdateStrategy} and {@code
 * ValidateStatefulSetSpec} in {@code pkg/apis/apps/validation/validation.go}.
 */
final class RolloutValidation {
  private static final String ROLLING = "RollingUpdate";
  private static final String ON_DELETE = "OnDelete";
  private static final String FIELD = "rollingUpdate";
  private static final String UNAVAILABLE = "maxUnavailable";
  private static final String SURGE = "maxSurge";
  private static final Pattern PERCENT = Pattern.compile("[0-9]+%");
  private static final String NULL = "null";
  private static final int WHOLE = 100;

  private RolloutValidation() {}

  static List<FieldError> ofDeployment(ManifestFields strategy) {
    return switch (strategy.text("type")) {
      case "", ROLLING -> ofDeploymentPods(strategy.object(FIELD));
      case "Recreate" ->
          strategy.has(FIELD)
              ? List.of(
                  FieldError.forbidden(
                      strategy.path(FIELD),
                      "may not be specified when strategy `type` is 'Recreate'"))
              : List.of();
      default ->
          List.of(
              FieldError.notSupported(
                  strategy.path(),
                  json(strategy),
                  go(strategy, "DeploymentStrategy"),
                  List.of("Recreate", ROLLING)));
    };
  }

  /** Both counts are 25 % by default. */
  private static List<FieldError> ofDeploymentPods(ManifestFields rolling) {
    List<FieldError> errors = new ArrayList<>(ofCount(rolling, UNAVAILABLE));
    errors.addAll(ofCount(rolling, SURGE));
    if (isZero(rolling, UNAVAILABLE) && isZero(rolling, SURGE)) {
      errors.add(ofCount(rolling, UNAVAILABLE, "may not be 0 when `maxSurge` is 0"));
    }
    errors.addAll(beyondAll(rolling, UNAVAILABLE));
    return errors;
  }

  static List<FieldError> ofDaemonSet(ManifestFields strategy) {
    return switch (strategy.text("type")) {
      case "", ROLLING -> ofDaemonSetPods(strategy.object(FIELD));
      case ON_DELETE -> List.of();
      default ->
          List.of(
              FieldError.notSupported(
                  strategy.path(),
                  json(strategy),
                  go(strategy, "DaemonSetUpdateStrategy"),
                  List.of(ROLLING, ON_DELETE)));
    };
  }

  /** By default 1 pod is unavailable, and none is surplus. */
  private static List<FieldError> ofDaemonSetPods(ManifestFields rolling) {
    List<FieldError> errors = new ArrayList<>(ofCount(rolling, UNAVAILABLE));
    errors.addAll(ofCount(rolling, SURGE));
    errors.addAll(beyondAll(rolling, UNAVAILABLE));
    errors.addAll(beyondAll(rolling, SURGE));
    boolean hasUnavailable = !isZero(rolling, UNAVAILABLE);
    boolean hasSurge = rolling.has(SURGE) && !isZero(rolling, SURGE);
    if (hasUnavailable && hasSurge) {
      errors.add(ofCount(rolling, SURGE, "may not be set when maxUnavailable is non-zero"));
    } else if (!hasUnavailable && !hasSurge) {
      errors.add(FieldError.required(rolling.path(UNAVAILABLE), "cannot be 0 when maxSurge is 0"));
    }
    return errors;
  }

  static List<FieldError> ofStatefulSet(ManifestFields strategy) {
    return switch (strategy.text("type")) {
      case "", ROLLING ->
          FieldError.negative(
              strategy.object(FIELD).path("partition"), strategy.object(FIELD).number("partition"));
      case ON_DELETE ->
          strategy.has(FIELD)
              ? List.of(
                  FieldError.invalid(
                      strategy.path(FIELD),
                      jsonOfPartition(strategy),
                      "apps.RollingUpdateStatefulSetStrategy{Partition:%d,"
                              .formatted(strategy.object(FIELD).number("partition"))
                          + " MaxUnavailable:(*intstr.IntOrString)(nil)}",
                      "only allowed for updateStrategy 'RollingUpdate'"))
              : List.of();
      default ->
          List.of(
              FieldError.invalid(
                  strategy.path(),
                  jsonOf(strategy, strategy.has(FIELD) ? jsonOfPartition(strategy) : NULL),
                  go(strategy, "StatefulSetUpdateStrategy"),
                  "must be 'RollingUpdate' or 'OnDelete'"));
    };
  }

  /** Returns the errors of a number or percentage. */
  private static List<FieldError> ofCount(ManifestFields rolling, String name) {
    if (rolling.fields().get(name) instanceof String text) {
      return PERCENT.matcher(text).matches()
          ? List.of()
          : List.of(
              ofCount(
                  rolling,
                  name,
                  "a valid percent string must be a numeric string followed by an ending '%'"
                      + " (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"));
    }
    return FieldError.negative(rolling.path(name), rolling.number(name));
  }

  private static FieldError ofCount(ManifestFields rolling, String name, String detail) {
    String text = rolling.fields().get(name) instanceof String s ? s : "";
    return FieldError.invalid(
        rolling.path(name),
        json(rolling, name),
        "intstr.IntOrString{Type:%d, IntVal:%d, StrVal:%s}"
            .formatted(text.isEmpty() ? 0 : 1, rolling.number(name), GoText.quote(text)),
        detail);
  }

  private static List<FieldError> beyondAll(ManifestFields rolling, String name) {
    return isPercent(rolling, name) && share(rolling, name) > WHOLE
        ? List.of(ofCount(rolling, name, "must not be greater than 100%"))
        : List.of();
  }

  private static boolean isPercent(ManifestFields rolling, String name) {
    return rolling.fields().get(name) instanceof String text && PERCENT.matcher(text).matches();
  }

  private static double share(ManifestFields rolling, String name) {
    return Double.parseDouble(rolling.text(name).replace("%", ""));
  }

  /** Returns whether a count is given as zero. Go reads zero from a text without a number. */
  private static boolean isZero(ManifestFields rolling, String name) {
    Object value = rolling.fields().get(name);
    if (value instanceof String text) {
      return isPercent(rolling, name) ? share(rolling, name) == 0 : !text.matches("-?[0-9]+");
    }
    return value != null && rolling.number(name) == 0;
  }

  private static String json(ManifestFields rolling, String name) {
    return rolling.fields().get(name) instanceof String text
        ? GoText.quote(text)
        : Long.toString(rolling.number(name));
  }

  /** A strategy whose type is unknown has no defaults. */
  private static String json(ManifestFields strategy) {
    ManifestFields rolling = strategy.object(FIELD);
    return jsonOf(
        strategy,
        strategy.has(FIELD)
            ? "{\"MaxUnavailable\":%s,\"MaxSurge\":%s}"
                .formatted(json(rolling, UNAVAILABLE), json(rolling, SURGE))
            : NULL);
  }

  private static String jsonOf(ManifestFields strategy, String pods) {
    return "{\"Type\":%s,\"RollingUpdate\":%s}"
        .formatted(GoJson.string(strategy.text("type")), pods);
  }

  /** By default the API server drops how many pods of a StatefulSet may be unavailable. */
  private static String jsonOfPartition(ManifestFields strategy) {
    return "{\"Partition\":%d,\"MaxUnavailable\":null}"
        .formatted(strategy.object(FIELD).number("partition"));
  }

  /** Go prints the address of a rolling update, which nobody can know. */
  private static String go(ManifestFields strategy, String type) {
    String pods =
        type.equals("StatefulSetUpdateStrategy")
            ? "StatefulSetStrategy"
            : type.replaceFirst("(Update)?Strategy", "");
    return "apps.%s{Type:%s, RollingUpdate:(*apps.RollingUpdate%s)(%s)}"
        .formatted(
            type, GoText.quote(strategy.text("type")), pods, strategy.has(FIELD) ? "0x…" : "nil");
  }
}
