package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;

/**
 * Requests and limits of a container or a whole pod.
 *
 * @param requests what is set aside
 * @param limits what may be used at most
 * @param claims names of the pod's resource claims that are used
 */
public record ResourceRequirements(Resources requests, Resources limits, List<String> claims) {

  /** No requests and no limits. */
  public static final ResourceRequirements NONE =
      new ResourceRequirements(Resources.EMPTY, Resources.EMPTY, List.of());

  public ResourceRequirements {
    claims = List.copyOf(claims);
  }

  /** Returns requests and limits without claims. */
  public static ResourceRequirements of(Resources requests, Resources limits) {
    return new ResourceRequirements(requests, limits, List.of());
  }

  /** Returns a copy with other requests. */
  public ResourceRequirements withRequests(Resources other) {
    return new ResourceRequirements(other, limits, claims);
  }

  /** Returns a copy with other limits. */
  public ResourceRequirements withLimits(Resources other) {
    return new ResourceRequirements(requests, other, claims);
  }
}
