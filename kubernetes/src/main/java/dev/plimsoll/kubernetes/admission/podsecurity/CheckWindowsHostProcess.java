package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Optional;

/** Containers may not run on a Windows node as if they weren't in one. */
final class CheckWindowsHostProcess {
  private CheckWindowsHostProcess() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    List<String> containers =
        ForbiddenSetters.containers(pod, c -> c.security().context().hostProcess());
    boolean isPod = pod.spec().security().context().hostProcess();
    return isPod || !containers.isEmpty()
        ? PodSecurityViolation.of(
            "hostProcess",
            ForbiddenSetters.names(isPod, containers)
                + " must not set securityContext.windowsOptions.hostProcess=true")
        : Optional.empty();
  }
}
