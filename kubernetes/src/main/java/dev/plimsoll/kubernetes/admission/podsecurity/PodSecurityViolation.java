package dev.plimsoll.kubernetes.admission.podsecurity;

import java.util.Optional;

/**
 * A pod's violation of a check.
 *
 * @param reason what kind of thing
 * @param detail which of it
 */
record PodSecurityViolation(String reason, String detail) {

  static Optional<PodSecurityViolation> of(String reason, String detail) {
    return Optional.of(new PodSecurityViolation(reason, detail));
  }

  /** Returns both, as Kubernetes prints them. */
  @Override
  public String toString() {
    return reason + " (" + detail + ")";
  }
}
