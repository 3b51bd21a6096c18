package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.SecurityContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The node's AppArmor profile may not be disabled. An annotation of old says it for a container
 * whose field doesn't: the API server copies it there, unless the pod says the same.
 *
 * <p>Sources: {@code staging/src/k8s.io/pod-security-admission/policy/check_appArmorProfile.go},
 * {@code applyAppArmorVersionSkew} in {@code pkg/registry/core/pod/strategy.go}.
 */
final class CheckAppArmorProfile {

  private static final Set<String> ALLOWED = Set.of("RuntimeDefault", "Localhost");
  private static final String UNCONFINED = "Unconfined";

  private CheckAppArmorProfile() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    List<String> containers =
        ForbiddenSetters.containers(pod, c -> isForbidden(ofContainer(pod, c)));
    List<String> annotations =
        pod.metadata().annotations().entrySet().stream()
            .filter(
                e -> e.getKey().startsWith(Pod.APP_ARMOR_ANNOTATION) && !isAllowed(e.getValue()))
            .map(CheckAppArmorProfile::printed)
            .sorted()
            .toList();
    boolean isPod = isForbidden(ofPod(pod));
    List<String> setters = new ArrayList<>();
    if (isPod || !containers.isEmpty()) {
      setters.add(ForbiddenSetters.names(isPod, containers));
    }
    if (!annotations.isEmpty()) {
      setters.add(ForbiddenSetters.counted("annotation", annotations));
    }
    if (setters.isEmpty()) {
      return Optional.empty();
    }
    List<String> values = new ArrayList<>(values(pod));
    values.addAll(annotations);
    return PodSecurityViolation.of(
        ForbiddenSetters.counted("forbidden AppArmor profile", values),
        String.join(" and ", setters)
            + " must not set AppArmor profile type to "
            + ForbiddenSetters.quoted(values));
  }

  private static Set<String> values(Pod pod) {
    Set<String> values = new TreeSet<>();
    Stream.concat(
            ofPod(pod).stream(),
            ForbiddenSetters.containers(pod).stream().flatMap(c -> ofContainer(pod, c).stream()))
        .filter(type -> !ALLOWED.contains(type))
        .forEach(values::add);
    return values;
  }

  private static Optional<String> ofPod(Pod pod) {
    return pod.spec().security().context().appArmorProfile();
  }

  private static Optional<String> ofContainer(Pod pod, Container container) {
    SecurityContext context = container.security().context();
    return context.appArmorProfile().isPresent() || pod.spec().security().isForWindows()
        ? context.appArmorProfile()
        : Optional.ofNullable(
                pod.metadata().annotations().get(Pod.APP_ARMOR_ANNOTATION + container.name()))
            .filter("unconfined"::equals)
            .map(unconfined -> UNCONFINED)
            .filter(type -> !ofPod(pod).equals(Optional.of(type)));
  }

  private static boolean isForbidden(Optional<String> type) {
    return type.filter(t -> !ALLOWED.contains(t)).isPresent();
  }

  private static boolean isAllowed(String annotation) {
    return annotation.isEmpty()
        || annotation.equals("runtime/default")
        || annotation.startsWith("localhost/");
  }

  private static String printed(Map.Entry<String, String> annotation) {
    return annotation.getKey() + "=\"" + annotation.getValue() + "\"";
  }
}
