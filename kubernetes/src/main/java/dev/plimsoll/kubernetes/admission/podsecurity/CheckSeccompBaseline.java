package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.SecurityContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The seccomp profile may not be disabled: by fields, before 1.19 by annotations. */
final class CheckSeccompBaseline {

  static final String REASON = "seccompProfile";
  private static final int FIELDS = 19;
  private static final Set<String> ALLOWED = Set.of("RuntimeDefault", "Localhost");
  private static final Set<String> ALLOWED_BEFORE = Set.of("runtime/default", "docker/default");

  private CheckSeccompBaseline() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    return minor < FIELDS ? annotations(pod) : fields(pod);
  }

  /** Returns the violation if the pod or one of its containers disables its profile. */
  static Optional<PodSecurityViolation> fields(Pod pod) {
    SecurityContext ofPod = pod.spec().security().context();
    boolean isPod = forbidden(ofPod).isPresent();
    List<String> containers =
        ForbiddenSetters.containers(pod, c -> forbidden(c.security().context()).isPresent());
    if (!isPod && containers.isEmpty()) {
      return Optional.empty();
    }
    Set<String> types = new TreeSet<>();
    Stream.concat(
            Stream.of(ofPod),
            ForbiddenSetters.containers(pod).stream().map(c -> c.security().context()))
        .forEach(c -> forbidden(c).ifPresent(types::add));
    return PodSecurityViolation.of(
        REASON,
        ForbiddenSetters.names(isPod, containers)
            + " must not set securityContext.seccompProfile.type to "
            + ForbiddenSetters.quoted(types));
  }

  private static Optional<String> forbidden(SecurityContext context) {
    return context.seccompProfile().filter(type -> !ALLOWED.contains(type));
  }

  private static Optional<PodSecurityViolation> annotations(Pod pod) {
    Map<String, String> annotations = pod.metadata().annotations();
    Set<String> forbidden = new TreeSet<>();
    Stream.concat(
            Stream.of(Pod.SECCOMP_ANNOTATION),
            ForbiddenSetters.containers(pod).stream()
                .map(Container::name)
                .map(Pod.CONTAINER_SECCOMP_ANNOTATION::concat))
        .filter(annotations::containsKey)
        .map(name -> Map.entry(name, annotations.getOrDefault(name, "")))
        .filter(e -> !isAllowedBefore(e.getValue()))
        .forEach(e -> forbidden.add(e.getKey() + "=\"" + e.getValue() + "\""));
    return forbidden.isEmpty()
        ? Optional.empty()
        : PodSecurityViolation.of(
            REASON,
            "forbidden "
                + ForbiddenSetters.counted("annotation", forbidden)
                + " "
                + String.join(", ", forbidden));
  }

  private static boolean isAllowedBefore(String value) {
    return ALLOWED_BEFORE.contains(value) || value.startsWith("localhost/");
  }
}
