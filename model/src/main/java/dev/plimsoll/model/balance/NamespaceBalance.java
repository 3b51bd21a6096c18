package dev.plimsoll.model.balance;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Optional;

/**
 * A namespace's usage of a resource and its unmet demand.
 *
 * @param limit the tightest quota without scopes; empty without any
 * @param placed what pods request that have a node and haven't ended
 * @param pending what pods request that have none
 * @param missing what pods would request that their owners should have and haven't, since they are
 *     denied or not created yet
 */
public record NamespaceBalance(
    String namespace,
    ResourceName resource,
    Optional<Quantity> limit,
    Quantity placed,
    Quantity pending,
    Quantity missing) {

  /** Returns the amount that the namespace would use if neither quota nor capacity limited it. */
  public Quantity demand() {
    return placed.add(pending).add(missing);
  }
}
