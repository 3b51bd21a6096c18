package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;

/**
 * The limits of a quota in force, and its usage.
 *
 * @param hard the ceilings in force, empty until the controller has seen the quota
 * @param used what counts against them
 */
public record ResourceQuotaStatus(Resources hard, Resources used) {

  /** The status of a quota that the controller hasn't seen. */
  public static final ResourceQuotaStatus NONE =
      new ResourceQuotaStatus(Resources.EMPTY, Resources.EMPTY);
}
