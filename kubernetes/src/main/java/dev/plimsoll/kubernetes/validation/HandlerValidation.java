package dev.plimsoll.kubernetes.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Validates what a kubelet runs beside a container's command: probes, and the handlers of a
 * lifecycle. Headers of HTTP and the seconds of a sleep are not validated.
 *
 * <p>Source: {@code validateProbe} and {@code validateHandler} in {@code
 * pkg/apis/core/validation/validation.go}.
 */
final class HandlerValidation {
  private static final List<String> PROBES =
      List.of("livenessProbe", "readinessProbe", "startupProbe");
  private static final List<String> OF_PROBE = List.of("exec", "httpGet", "tcpSocket", "grpc");
  private static final List<String> OF_LIFECYCLE = List.of("exec", "httpGet", "tcpSocket", "sleep");
  private static final List<String> TIMES =
      List.of(
          "initialDelaySeconds",
          "timeoutSeconds",
          "periodSeconds",
          "successThreshold",
          "failureThreshold");
  private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");
  private static final String GRACE_PERIOD = "terminationGracePeriodSeconds";
  private static final String LIFECYCLE = "lifecycle";
  private static final String OF_NO_SIDECAR = " without restartPolicy=Always";
  private static final int LONGEST_PORT_NAME = 15;
  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern PORT_CHARACTERS = Pattern.compile("[-a-z0-9]+");
  private static final Pattern LETTER = Pattern.compile("[a-z]");

  private HandlerValidation() {}

  /** Returns the errors of a container that runs as long as its pod. */
  static List<FieldError> validate(ManifestFields container) {
    List<FieldError> errors = new ArrayList<>();
    for (String hook : List.of("postStart", "preStop")) {
      ManifestFields lifecycle = container.object(LIFECYCLE);
      if (lifecycle.has(hook)) {
        errors.addAll(ofHandler(lifecycle.object(hook), OF_LIFECYCLE));
      }
    }
    for (String probe : PROBES) {
      if (container.has(probe)) {
        errors.addAll(ofProbe(container.object(probe), probe));
      }
    }
    return errors;
  }

  /** Returns the errors of a container that ends before the others start. */
  static List<FieldError> forbidden(ManifestFields container) {
    List<String> names = new ArrayList<>(List.of(LIFECYCLE));
    names.addAll(PROBES);
    return names.stream()
        .filter(container::has)
        .map(
            name ->
                FieldError.forbidden(
                    container.path(name), "may not be set for init containers" + OF_NO_SIDECAR))
        .toList();
  }

  private static List<FieldError> ofProbe(ManifestFields probe, String name) {
    List<FieldError> errors = new ArrayList<>(ofHandler(probe, OF_PROBE));
    for (String time : TIMES) {
      errors.addAll(FieldError.negative(probe.path(time), probe.number(time)));
    }
    String grace = Long.toString(probe.number(GRACE_PERIOD));
    if (probe.has(GRACE_PERIOD) && probe.number(GRACE_PERIOD) <= 0) {
      errors.add(FieldError.invalidJson(probe.path(GRACE_PERIOD), grace, "must be greater than 0"));
    }
    boolean isOfReadiness = name.equals("readinessProbe");
    long successes = probe.number("successThreshold");
    if (isOfReadiness && probe.has(GRACE_PERIOD)) {
      errors.add(
          FieldError.invalidJson(
              probe.path(GRACE_PERIOD), grace, "must not be set for readinessProbes"));
    } else if (!isOfReadiness && successes != 0 && successes != 1) {
      errors.add(
          FieldError.invalidJson(
              probe.path("successThreshold"), Long.toString(successes), "must be 1"));
    }
    return errors;
  }

  private static List<FieldError> ofHandler(ManifestFields fields, List<String> kinds) {
    List<String> named = kinds.stream().filter(fields::has).toList();
    if (named.isEmpty()) {
      return List.of(FieldError.required(fields.path(), "must specify a handler type"));
    }
    List<FieldError> errors = new ArrayList<>(ofAction(fields.object(named.get(0)), named.get(0)));
    named.stream()
        .skip(1)
        .map(n -> FieldError.forbidden(fields.path(n), "may not specify more than 1 handler type"))
        .forEach(errors::add);
    return errors;
  }

  private static List<FieldError> ofAction(ManifestFields action, String kind) {
    return switch (kind) {
      case "exec" ->
          action.fields().get("command") instanceof List<?> words && !words.isEmpty()
              ? List.of()
              : List.of(FieldError.required(action.path("command"), ""));
      case "httpGet" -> ofRequest(action);
      case "tcpSocket", "grpc" -> port(action);
      default -> List.of();
    };
  }

  /** The path and the scheme have defaults. */
  private static List<FieldError> ofRequest(ManifestFields action) {
    List<FieldError> errors = new ArrayList<>(port(action));
    String scheme = action.text("scheme");
    if (!scheme.isEmpty() && !SCHEMES.contains(scheme)) {
      errors.add(FieldError.notSupported(action.path("scheme"), scheme, SCHEMES));
    }
    return errors;
  }

  private static List<FieldError> port(ManifestFields action) {
    String path = action.path("port");
    if (action.fields().get("port") instanceof String name) {
      return FieldError.invalid(path, name, portName(name));
    }
    return portNumber(path, action.number("port"));
  }

  static List<FieldError> portNumber(String path, long number) {
    return number >= 1 && number <= HIGHEST_PORT
        ? List.of()
        : List.of(
            FieldError.invalidJson(
                path,
                Long.toString(number),
                "must be between 1 and " + HIGHEST_PORT + ", inclusive"));
  }

  static List<String> portName(String name) {
    List<String> wrong = new ArrayList<>();
    if (name.length() > LONGEST_PORT_NAME) {
      wrong.add("must be no more than " + LONGEST_PORT_NAME + " characters");
    }
    if (!PORT_CHARACTERS.matcher(name).matches()) {
      wrong.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    }
    if (!LETTER.matcher(name).find()) {
      wrong.add("must contain at least one letter (a-z)");
    }
    if (name.contains("--")) {
      wrong.add("must not contain consecutive hyphens");
    }
    if (name.startsWith("-") || name.endsWith("-")) {
      wrong.add("must not begin or end with a hyphen");
    }
    return wrong;
  }
}
