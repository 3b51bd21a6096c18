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
 * @param path where the entry stands in the object, as a JSON pointer such as {@code
 *     /spec/resourceGroups/0/flavors/0/resources/0}
 */
public record FlavorQuota(
    FlavorResource key,
    Quantity nominal,
    Optional<Quantity> borrowingLimit,
    Optional<Quantity> lendingLimit,
    String path) {

  /** Returns the quota with another nominal quota. */
  public FlavorQuota withNominal(Quantity amount) {
    return new FlavorQuota(key, amount, borrowingLimit, lendingLimit, path);
  }

  /** Returns the quota with another borrowing limit. */
  public FlavorQuota withBorrowingLimit(Quantity amount) {
    return new FlavorQuota(key, nominal, Optional.of(amount), lendingLimit, path);
  }

  /**
   * A resource of a flavor.
   *
   * @param flavor the name of the ResourceFlavor
   * @param resource the resource
   */
  public record FlavorResource(String flavor, ResourceName resource) {}
}
