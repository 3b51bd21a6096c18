package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** No capabilities may be added that containers don't have by default. */
final class CheckCapabilitiesBaseline {
  private static final Set<String> DEFAULT =
      Set.of(
          "AUDIT_WRITE",
          "CHOWN",
          "DAC_OVERRIDE",
          "FOWNER",
          "FSETID",
          "KILL",
          "MKNOD",
          "NET_BIND_SERVICE",
          "SETFCAP",
          "SETGID",
          "SETPCAP",
          "SETUID",
          "SYS_CHROOT");

  private CheckCapabilitiesBaseline() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    return adding(pod, c -> !DEFAULT.contains(c))
        .map(detail -> new PodSecurityViolation("non-default capabilities", detail));
  }

  /** Returns which containers add capabilities that may not be added, if any does. */
  static Optional<String> adding(Pod pod, Predicate<String> isForbidden) {
    List<String> containers = ForbiddenSetters.containers(pod, c -> added(c).anyMatch(isForbidden));
    if (containers.isEmpty()) {
      return Optional.empty();
    }
    Set<String> forbidden = new TreeSet<>();
    ForbiddenSetters.containers(pod)
        .forEach(c -> added(c).filter(isForbidden).forEach(forbidden::add));
    return Optional.of(
        ForbiddenSetters.containers(containers)
            + " must not include "
            + ForbiddenSetters.quoted(forbidden)
            + " in securityContext.capabilities.add");
  }

  private static Stream<String> added(Container container) {
    return container.security().capabilities().stream().flatMap(c -> c.add().stream());
  }
}
