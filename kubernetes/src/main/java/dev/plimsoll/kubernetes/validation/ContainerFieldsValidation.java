package dev.plimsoll.kubernetes.validation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Validates the fields of a container's manifest that {@code Container} doesn't keep: image, ports
 * and mounts.
 *
 * <p>Source: {@code validateContainerCommon} in {@code pkg/apis/core/validation/validation.go}.
 */
final class ContainerFieldsValidation {
  private static final Set<String> PROTOCOLS = new TreeSet<>(Set.of("SCTP", "TCP", "UDP"));
  private static final int LONGEST_PORT_NAME = 15;
  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern PORT_CHARACTERS = Pattern.compile("[-a-z0-9]+");
  private static final Pattern LETTER = Pattern.compile("[a-z]");

  private final List<FieldError> errors = new ArrayList<>();
  private final ManifestFields container;

  private ContainerFieldsValidation(ManifestFields container) {
    this.container = container;
  }

  /**
   * Returns the errors of a container.
   *
   * @param volumes the names of the pod's volumes
   */
  static List<FieldError> validate(ManifestFields container, Set<String> volumes) {
    ContainerFieldsValidation validation = new ContainerFieldsValidation(container);
    validation.image();
    validation.ports();
    validation.variables();
    validation.mounts(volumes);
    return validation.errors;
  }

  private void image() {
    if (container.text("image").isEmpty()) {
      errors.add(FieldError.required(container.path("image"), ""));
    }
  }

  private void ports() {
    Set<String> names = new HashSet<>();
    for (ManifestFields port : container.list("ports")) {
      String name = port.text("name");
      List<String> wrong = name.isEmpty() ? List.of() : portName(name);
      wrong.forEach(w -> errors.add(FieldError.invalid(port.path("name"), name, w)));
      if (wrong.isEmpty() && !name.isEmpty() && !names.add(name)) {
        errors.add(FieldError.duplicate(port.path("name"), name));
      }
      portNumber(port);
      String protocol = port.text("protocol");
      if (!protocol.isEmpty() && !PROTOCOLS.contains(protocol)) {
        errors.add(FieldError.notSupported(port.path("protocol"), protocol, PROTOCOLS));
      }
    }
  }

  private void portNumber(ManifestFields port) {
    long number = port.number("containerPort");
    if (number == 0) {
      errors.add(FieldError.required(port.path("containerPort"), ""));
    } else if (number < 1 || number > HIGHEST_PORT) {
      errors.add(
          FieldError.invalidJson(
              port.path("containerPort"),
              Long.toString(number),
              "must be between 1 and " + HIGHEST_PORT + ", inclusive"));
    }
  }

  private static List<String> portName(String name) {
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

  private void variables() {
    for (ManifestFields variable : container.list("env")) {
      if (variable.text("name").isEmpty()) {
        errors.add(FieldError.required(variable.path("name"), ""));
      }
      for (String kind : List.of("configMapKeyRef", "secretKeyRef")) {
        ManifestFields source = variable.object("valueFrom").object(kind);
        if (variable.object("valueFrom").has(kind) && source.text("key").isEmpty()) {
          errors.add(FieldError.required(source.path("key"), ""));
        }
      }
    }
  }

  private void mounts(Set<String> volumes) {
    Set<String> paths = new HashSet<>();
    for (ManifestFields mount : container.list("volumeMounts")) {
      String name = mount.text("name");
      if (name.isEmpty()) {
        errors.add(FieldError.required(mount.path("name"), ""));
      }
      if (!volumes.contains(name)) {
        errors.add(FieldError.notFound(mount.path("name"), name, ""));
      }
      String path = mount.text("mountPath");
      if (path.isEmpty()) {
        errors.add(FieldError.required(mount.path("mountPath"), ""));
      }
      if (!paths.add(path)) {
        errors.add(FieldError.invalid(mount.path("mountPath"), path, "must be unique"));
      }
    }
  }
}
