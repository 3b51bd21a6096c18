package dev.plimsoll.kubernetes.admission.podsecurity;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.Optional;

/** The rule of a check. */
@FunctionalInterface
interface PodSecurityRule {

  /** Returns the pod's violation of the standards of a minor version; empty if it violates none. */
  Optional<PodSecurityViolation> check(Pod pod, int minor);
}
