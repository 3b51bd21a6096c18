package dev.plimsoll.model.admission.podsecurity;

import dev.plimsoll.model.object.Pod;
import java.util.Optional;

/** The rule of a check. */
@FunctionalInterface
interface PodSecurityRule {

  /** Returns the pod's violation of the standards of a minor version; empty if it violates none. */
  Optional<PodSecurityViolation> check(Pod pod, int minor);
}
