package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Containers may not take ports of the node. */
final class CheckHostPorts {
  private CheckHostPorts() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    List<String> containers =
        ForbiddenSetters.containers(pod, c -> hostPorts(c).findAny().isPresent());
    if (containers.isEmpty()) {
      return Optional.empty();
    }
    Set<String> ports = new TreeSet<>();
    ForbiddenSetters.containers(pod).forEach(c -> hostPorts(c).forEach(ports::add));
    return PodSecurityViolation.of(
        "hostPort",
        ForbiddenSetters.containers(containers)
            + " "
            + ForbiddenSetters.uses(containers)
            + " "
            + ForbiddenSetters.counted("hostPort", ports)
            + " "
            + String.join(", ", ports));
  }

  private static Stream<String> hostPorts(Container container) {
    return container.ports().stream()
        .filter(p -> p.hostPort() != 0)
        .map(p -> Integer.toString(p.hostPort()));
  }
}
