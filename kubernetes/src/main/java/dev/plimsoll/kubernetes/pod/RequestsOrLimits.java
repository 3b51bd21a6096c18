package dev.plimsoll.kubernetes.pod;

import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.quantity.Resources;

/** Requests or limits: the two lists that are added up alike, but merged with a status unlike. */
enum RequestsOrLimits {
  REQUESTS {
    @Override
    Resources of(ResourceRequirements requirements) {
      return requirements.requests();
    }

    @Override
    Resources inForce(
        Resources spec, ResourceRequirements actual, Resources allocated, boolean infeasible) {
      Resources counted = infeasible ? actual.requests() : spec.max(actual.requests());
      return counted.max(allocated);
    }
  },

  LIMITS {
    @Override
    Resources of(ResourceRequirements requirements) {
      return requirements.limits();
    }

    @Override
    Resources inForce(
        Resources spec, ResourceRequirements actual, Resources allocated, boolean infeasible) {
      return infeasible ? actual.limits() : spec.max(actual.limits());
    }
  };

  /** Returns this side of the requirements. */
  abstract Resources of(ResourceRequirements requirements);

  /**
   * Returns the amounts that count during a resize: the maximum of the desired, actual and
   * allocated resources. The desired resources don't count if the resize is infeasible.
   */
  abstract Resources inForce(
      Resources spec, ResourceRequirements actual, Resources allocated, boolean infeasible);
}
