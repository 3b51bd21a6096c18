package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Validates the fields of a container's manifest that {@code Container} doesn't keep, such as
 * image, ports, mounts and probes.
 *
 * <p>Source: {@code validateContainerCommon} in {@code pkg/apis/core/validation/validation.go}.
 */
final class ContainerFieldsValidation {
  private static final Set<String> PROTOCOLS = new TreeSet<>(Set.of("SCTP", "TCP", "UDP"));
  private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
  private static final List<String> MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");

  private final List<FieldError> errors = new ArrayList<>();
  private final ManifestFields container;

  private ContainerFieldsValidation(ManifestFields container) {
    this.container = container;
  }

  /**
   * Returns the errors of a container.
   *
   * @param volumes the names of the pod's volumes
   * @param isInit whether the container is one of {@code initContainers}
   * @param isHostUser whether the pod uses the users of the host
   */
  static List<FieldError> validate(
      ManifestFields container,
      Set<String> volumes,
      boolean isInit,
      boolean isHostUser,
      KubernetesControlPlane controlPlane) {
    ContainerFieldsValidation validation = new ContainerFieldsValidation(container);
    validation.image();
    validation.oneOf("terminationMessagePolicy", MESSAGE_POLICIES);
    validation.ports();
    validation.errors.addAll(EnvValidation.validate(container, controlPlane));
    validation.mounts(volumes);
    validation.devices(volumes);
    validation.oneOf("imagePullPolicy", PULL_POLICIES);
    validation.errors.addAll(
        SecurityContextValidation.ofContainer(
            container.object("securityContext"), isHostUser, controlPlane));
    validation.errors.addAll(
        isInit && !container.text("restartPolicy").equals("Always")
            ? HandlerValidation.forbidden(container)
            : HandlerValidation.validate(container));
    return validation.errors;
  }

  /** The field has a default. */
  private void oneOf(String field, List<String> supported) {
    String value = container.text(field);
    if (!value.isEmpty() && !supported.contains(value)) {
      errors.add(FieldError.notSupported(container.path(field), value, supported));
    }
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
      List<String> wrong = name.isEmpty() ? List.of() : HandlerValidation.portName(name);
      errors.addAll(FieldError.invalid(port.path("name"), name, wrong));
      if (wrong.isEmpty() && !name.isEmpty() && !names.add(name)) {
        errors.add(FieldError.duplicate(port.path("name"), name));
      }
      portNumber(port);
      if (port.number("hostPort") != 0) {
        errors.addAll(HandlerValidation.portNumber(port.path("hostPort"), port.number("hostPort")));
      }
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
    } else {
      errors.addAll(HandlerValidation.portNumber(port.path("containerPort"), number));
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
      subPath(mount);
    }
  }

  /** Errors of these paths name no mount. */
  private void subPath(ManifestFields mount) {
    String path = mount.text("subPath");
    String expression = mount.text("subPathExpr");
    if (!path.isEmpty()) {
      errors.addAll(
          VolumeFieldsValidation.below(path, container.path("volumeMounts") + ".subPath"));
    }
    if (!expression.isEmpty()) {
      if (!path.isEmpty()) {
        errors.add(
            FieldError.invalid(
                mount.path("subPathExpr"),
                expression,
                "subPathExpr and subPath are mutually exclusive"));
      }
      errors.addAll(
          VolumeFieldsValidation.below(
              expression, container.path("volumeMounts") + ".subPathExpr"));
    }
  }

  /** Whether a volume can be a device, or is mounted too, is not validated. */
  private void devices(Set<String> volumes) {
    Set<String> names = new HashSet<>();
    Set<String> paths = new HashSet<>();
    for (ManifestFields device : container.list("volumeDevices")) {
      String name = device.text("name");
      if (name.isEmpty()) {
        errors.add(FieldError.required(device.path("name"), ""));
      } else if (!names.add(name)) {
        errors.add(FieldError.invalid(device.path("name"), name, "must be unique"));
      }
      if (!volumes.contains(name)) {
        errors.add(FieldError.notFound(device.path("name"), name, ""));
      }
      String path = device.text("devicePath");
      if (path.isEmpty()) {
        errors.add(FieldError.required(device.path("devicePath"), ""));
      }
      if (!paths.add(path)) {
        errors.add(FieldError.invalid(device.path("devicePath"), path, "must be unique"));
      }
    }
  }
}
