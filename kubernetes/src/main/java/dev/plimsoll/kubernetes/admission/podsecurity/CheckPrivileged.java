package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Optional;

/** No container may do all that the node's root may. */
final class CheckPrivileged {
  private CheckPrivileged() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    List<String> containers = ForbiddenSetters.containers(pod, c -> c.security().privileged());
    return containers.isEmpty()
        ? Optional.empty()
        : PodSecurityViolation.of(
            "privileged",
            ForbiddenSetters.containers(containers)
                + " must not set securityContext.privileged=true");
  }
}
