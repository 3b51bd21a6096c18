package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Containers see {@code /proc} as they do by default. */
final class CheckProcMount {
  private static final int USER_NAMESPACES_EXEMPT = 35;

  private CheckProcMount() {}

  static Optional<PodSecurityViolation> checkBaseline(Pod pod, int minor) {
    return minor >= USER_NAMESPACES_EXEMPT && pod.spec().security().isInUserNamespace()
        ? Optional.empty()
        : checkRestricted(pod, minor);
  }

  static Optional<PodSecurityViolation> checkRestricted(Pod pod, int minor) {
    List<String> containers = ForbiddenSetters.containers(pod, c -> forbidden(c).isPresent());
    if (containers.isEmpty()) {
      return Optional.empty();
    }
    Set<String> types = new TreeSet<>();
    ForbiddenSetters.containers(pod).forEach(c -> forbidden(c).ifPresent(types::add));
    return PodSecurityViolation.of(
        "procMount",
        ForbiddenSetters.containers(containers)
            + " must not set securityContext.procMount to "
            + ForbiddenSetters.quoted(types));
  }

  private static Optional<String> forbidden(Container container) {
    return container.security().procMount().filter(type -> !type.equals("Default"));
  }
}
