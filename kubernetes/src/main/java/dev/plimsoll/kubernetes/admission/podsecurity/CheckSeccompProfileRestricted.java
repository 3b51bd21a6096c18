package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Optional;

/** A seccomp profile must be set, for the pod or for each container. */
final class CheckSeccompProfileRestricted {
  private static final int WINDOWS_EXEMPT = 25;

  private CheckSeccompProfileRestricted() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    return minor >= WINDOWS_EXEMPT && pod.spec().security().isForWindows()
        ? Optional.empty()
        : CheckSeccompBaseline.fields(pod).or(() -> missing(pod));
  }

  private static Optional<PodSecurityViolation> missing(Pod pod) {
    boolean isSet = pod.spec().security().context().seccompProfile().isPresent();
    List<String> containers =
        ForbiddenSetters.containers(
            pod, c -> !isSet && c.security().context().seccompProfile().isEmpty());
    return containers.isEmpty()
        ? Optional.empty()
        : PodSecurityViolation.of(
            CheckSeccompBaseline.REASON,
            "pod or "
                + ForbiddenSetters.containers(containers)
                + " must set securityContext.seccompProfile.type to \"RuntimeDefault\" or"
                + " \"Localhost\"");
  }
}
