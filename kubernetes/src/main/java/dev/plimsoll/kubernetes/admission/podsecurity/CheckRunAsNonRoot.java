package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Optional;

/** Containers must not run as root, unless that isn't root on the node. */
final class CheckRunAsNonRoot {
  private static final int USER_NAMESPACES_EXEMPT = 35;
  private static final String REASON = "runAsNonRoot != true";

  private CheckRunAsNonRoot() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    if (minor >= USER_NAMESPACES_EXEMPT && pod.spec().security().isInUserNamespace()) {
      return Optional.empty();
    }
    Optional<Boolean> ofPod = pod.spec().security().context().runAsNonRoot();
    List<String> asRoot =
        ForbiddenSetters.containers(
            pod, c -> c.security().context().runAsNonRoot().equals(Optional.of(false)));
    boolean isPod = ofPod.equals(Optional.of(false));
    if (isPod || !asRoot.isEmpty()) {
      return PodSecurityViolation.of(
          REASON,
          ForbiddenSetters.names(isPod, asRoot)
              + " must not set securityContext.runAsNonRoot=false");
    }
    List<String> open =
        ForbiddenSetters.containers(
            pod, c -> ofPod.isEmpty() && c.security().context().runAsNonRoot().isEmpty());
    return open.isEmpty()
        ? Optional.empty()
        : PodSecurityViolation.of(
            REASON,
            "pod or "
                + ForbiddenSetters.containers(open)
                + " must set securityContext.runAsNonRoot=true");
  }
}
