package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Containers must give up all capabilities, and may add the one to bind low ports only. */
final class CheckCapabilitiesRestricted {
  private static final int WINDOWS_EXEMPT = 25;

  private CheckCapabilitiesRestricted() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    if (minor >= WINDOWS_EXEMPT && pod.spec().security().isForWindows()) {
      return Optional.empty();
    }
    List<String> keeping =
        ForbiddenSetters.containers(
            pod, c -> c.security().capabilities().filter(d -> d.drop().contains("ALL")).isEmpty());
    List<String> details = new ArrayList<>();
    if (!keeping.isEmpty()) {
      details.add(
          ForbiddenSetters.containers(keeping)
              + " must set securityContext.capabilities.drop=[\"ALL\"]");
    }
    CheckCapabilitiesBaseline.adding(pod, c -> !c.equals("NET_BIND_SERVICE"))
        .ifPresent(details::add);
    return details.isEmpty()
        ? Optional.empty()
        : PodSecurityViolation.of("unrestricted capabilities", String.join("; ", details));
  }
}
