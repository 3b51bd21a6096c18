package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSecurityFields.RestrictedVolume;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Volumes may come from sources only that reach nothing beyond what a pod is given. */
final class CheckRestrictedVolumes {
  private CheckRestrictedVolumes() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    List<RestrictedVolume> restricted = pod.spec().security().restrictedVolumes();
    if (restricted.isEmpty()) {
      return Optional.empty();
    }
    List<String> volumes = restricted.stream().map(RestrictedVolume::name).toList();
    Set<String> sources = new TreeSet<>();
    restricted.forEach(v -> sources.add(v.source()));
    return PodSecurityViolation.of(
        "restricted volume types",
        ForbiddenSetters.counted("volume", volumes)
            + " "
            + ForbiddenSetters.quoted(volumes)
            + " "
            + ForbiddenSetters.uses(volumes)
            + " "
            + ForbiddenSetters.counted("restricted volume type", sources)
            + " "
            + ForbiddenSetters.quoted(sources));
  }
}
