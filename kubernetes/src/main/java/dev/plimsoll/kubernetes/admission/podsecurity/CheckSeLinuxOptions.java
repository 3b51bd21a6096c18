package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.SeLinuxOptions;
import dev.plimsoll.kubernetes.object.SecurityContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** SELinux users and roles may not be set, and types only to those for containers. */
final class CheckSeLinuxOptions {
  private static final Set<String> TYPES =
      Set.of("", "container_t", "container_init_t", "container_kvm_t");

  private static final String ENGINE = "container_engine_t";
  private static final int WITH_ENGINE = 31;

  private CheckSeLinuxOptions() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    SecurityContext ofPod = pod.spec().security().context();
    boolean isPod = forbidden(ofPod, minor).findAny().isPresent();
    List<String> containers =
        ForbiddenSetters.containers(
            pod, c -> forbidden(c.security().context(), minor).findAny().isPresent());
    if (!isPod && containers.isEmpty()) {
      return Optional.empty();
    }
    List<SeLinuxOptions> forbidden =
        Stream.concat(
                Stream.of(ofPod),
                ForbiddenSetters.containers(pod).stream().map(c -> c.security().context()))
            .flatMap(c -> forbidden(c, minor))
            .toList();
    return PodSecurityViolation.of(
        "seLinuxOptions",
        ForbiddenSetters.names(isPod, containers)
            + " set forbidden securityContext.seLinuxOptions: "
            + String.join("; ", what(forbidden, minor)));
  }

  private static List<String> what(List<SeLinuxOptions> forbidden, int minor) {
    Set<String> types = new TreeSet<>();
    forbidden.stream()
        .map(SeLinuxOptions::type)
        .filter(type -> !isAllowed(type, minor))
        .forEach(types::add);
    List<String> what = new ArrayList<>();
    if (!types.isEmpty()) {
      what.add(ForbiddenSetters.counted("type", types) + " " + ForbiddenSetters.quoted(types));
    }
    if (forbidden.stream().anyMatch(o -> !o.user().isEmpty())) {
      what.add("user may not be set");
    }
    if (forbidden.stream().anyMatch(o -> !o.role().isEmpty())) {
      what.add("role may not be set");
    }
    return what;
  }

  private static Stream<SeLinuxOptions> forbidden(SecurityContext context, int minor) {
    return context.seLinuxOptions().stream()
        .filter(o -> !isAllowed(o.type(), minor) || !o.user().isEmpty() || !o.role().isEmpty());
  }

  private static boolean isAllowed(String type, int minor) {
    return TYPES.contains(type) || (minor >= WITH_ENGINE && type.equals(ENGINE));
  }
}
