package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Optional;

/** No process may gain more rights than its parent has. */
final class CheckAllowPrivilegeEscalation {
  private static final int WINDOWS_EXEMPT = 25;

  private CheckAllowPrivilegeEscalation() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    if (minor >= WINDOWS_EXEMPT && pod.spec().security().isForWindows()) {
      return Optional.empty();
    }
    List<String> containers =
        ForbiddenSetters.containers(pod, c -> c.security().allowPrivilegeEscalation().orElse(true));
    return containers.isEmpty()
        ? Optional.empty()
        : PodSecurityViolation.of(
            "allowPrivilegeEscalation != false",
            ForbiddenSetters.containers(containers)
                + " must set securityContext.allowPrivilegeEscalation=false");
  }
}
