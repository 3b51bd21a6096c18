package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSecurityFields.RestrictedVolume;
import java.util.List;
import java.util.Optional;

/** Volumes may not be folders of the node. */
final class CheckHostPathVolumes {
  private CheckHostPathVolumes() {}

  static Optional<PodSecurityViolation> check(Pod pod, int minor) {
    List<String> volumes =
        pod.spec().security().restrictedVolumes().stream()
            .filter(v -> v.source().equals("hostPath"))
            .map(RestrictedVolume::name)
            .toList();
    return volumes.isEmpty()
        ? Optional.empty()
        : PodSecurityViolation.of(
            "hostPath volumes",
            ForbiddenSetters.counted("volume", volumes) + " " + ForbiddenSetters.quoted(volumes));
  }
}
