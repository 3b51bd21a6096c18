package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Optional;

/**
 * A line of a report of device states.
 *
 * @param group the tenant, namespace, pool or product; empty without groups, or for nobody
 * @param resource the resource that counts whole devices
 * @param state the state; empty for all devices of the group
 * @param amount devices or device-hours; empty if unknown
 * @param part the amount as a part of all devices of the resource; empty if unknown
 * @param money what the amount costs; empty without a price for each product in it
 */
public record StateLine(
    String group,
    ResourceName resource,
    Optional<DeviceState> state,
    Optional<Double> amount,
    Optional<Double> part,
    Optional<Double> money) {

  /** Returns the state, or {@code capacity}. */
  public String label() {
    return state.map(DeviceState::label).orElse("capacity");
  }
}
