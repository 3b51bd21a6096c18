package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Optional;

/**
 * The quota of a ClusterQueue or a Cohort for one resource of one flavor.
 *
 * @param key the flavor and the resource
 * @param nominal the nominal quota
 * @param borrowingLimit the limit on borrowed quota; absent if there is none
 * @param lendingLimit the limit on lent quota; absent if there is none
 */
public record FlavorQuota(
    FlavorResource key,
    Quantity nominal,
    Optional<Quantity> borrowingLimit,
    Optional<Quantity> lendingLimit) {

  /**
   * A resource of a flavor.
   *
   * @param flavor the name of the ResourceFlavor
   * @param resource the resource
   */
  public record FlavorResource(String flavor, ResourceName resource) {}
}
