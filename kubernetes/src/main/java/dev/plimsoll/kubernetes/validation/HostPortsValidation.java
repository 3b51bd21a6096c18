package dev.plimsoll.kubernetes.validation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Validates that no two containers of a pod have one port of the host. If a pod is in the network
 * of its host, each port of a container is a port of the host.
 *
 * <p>Source: {@code AccumulateUniqueHostPorts} and {@code validatePodHostNetworkDeps} in {@code
 * pkg/apis/core/validation/validation.go}.
 */
final class HostPortsValidation {
  /** The detail of an error: two ports differ that must be one. */
  static final String MUST_MATCH = "must match `containerPort` when `hostNetwork` is true";

  private final List<FieldError> errors = new ArrayList<>();
  private final ManifestFields spec;
  private final boolean isHostNetwork;
  private final boolean isPod;

  private HostPortsValidation(ManifestFields spec, boolean isPod) {
    this.spec = spec;
    this.isHostNetwork = Boolean.TRUE.equals(spec.fields().get("hostNetwork"));
    this.isPod = isPod;
  }

  /**
   * Returns the errors.
   *
   * @param spec the fields of the pod's spec
   * @param isPod whether the API server sets the defaults of a pod, which a template lacks
   */
  static List<FieldError> validate(ManifestFields spec, boolean isPod) {
    HostPortsValidation validation = new HostPortsValidation(spec, isPod);
    validation.unique();
    validation.matching();
    return validation.errors;
  }

  static boolean isHostNetwork(ManifestFields spec) {
    return new HostPortsValidation(spec, true).isHostNetwork;
  }

  /** Init containers run one after the other. */
  private void unique() {
    Set<String> seen = new HashSet<>();
    spec.list("containers").forEach(container -> unique(container, seen));
    spec.list("initContainers").forEach(container -> unique(container, new HashSet<>()));
  }

  private void unique(ManifestFields container, Set<String> seen) {
    for (ManifestFields port : container.list("ports")) {
      String protocol = port.text("protocol");
      long number = hostPort(port);
      String key =
          "%s/%s/%d".formatted(protocol.isEmpty() ? "TCP" : protocol, port.text("hostIP"), number);
      if (number != 0 && !seen.add(key)) {
        errors.add(FieldError.duplicate(port.path("hostPort"), key));
      }
    }
  }

  private void matching() {
    for (ManifestFields container : spec.list("containers")) {
      for (ManifestFields port : container.list("ports")) {
        long number = hostPort(port);
        if (isHostNetwork && number != 0 && number != port.number("containerPort")) {
          errors.add(
              FieldError.invalidJson(port.path("hostPort"), Long.toString(number), MUST_MATCH));
        }
      }
    }
  }

  private long hostPort(ManifestFields port) {
    long given = port.number("hostPort");
    return given == 0 && isPod && isHostNetwork ? port.number("containerPort") : given;
  }
}
