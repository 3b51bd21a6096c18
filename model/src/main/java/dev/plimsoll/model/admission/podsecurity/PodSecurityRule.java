package dev.plimsoll.model.admission.podsecurity;

import dev.plimsoll.model.object.Pod;
import java.util.Optional;

/** What a check looks for. */
@FunctionalInterface
interface PodSecurityRule {

  /** Returns what is forbidden of the pod by the standards of a minor version. */
  Optional<PodSecurityViolation> check(Pod pod, int minor);
}
