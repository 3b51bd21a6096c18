package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.SecurityContext;
import java.util.List;
import java.util.Optional;

/** Containers may not name root as their user, unless that isn't root on the node. */
final class CheckRunAsUser {
  private static final int USER_NAMESPACES_EXEMPT = 35;

  private CheckRunAsUser() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    if (minor >= USER_NAMESPACES_EXEMPT && pod.spec().security().isInUserNamespace()) {
      return Optional.empty();
    }
    List<String> containers = ForbiddenSetters.containers(pod, c -> isRoot(c.security().context()));
    boolean isPod = isRoot(pod.spec().security().context());
    return isPod || !containers.isEmpty()
        ? PodSecurityViolation.of(
            "runAsUser=0", ForbiddenSetters.names(isPod, containers) + " must not set runAsUser=0")
        : Optional.empty();
  }

  private static boolean isRoot(SecurityContext context) {
    return context.runAsUser().isPresent() && context.runAsUser().getAsLong() == 0;
  }
}
