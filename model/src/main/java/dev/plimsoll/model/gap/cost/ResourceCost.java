package dev.plimsoll.model.gap.cost;

import dev.plimsoll.kubernetes.device.Fraction;
import dev.plimsoll.kubernetes.quantity.ResourceName;

/**
 * The cost of a gap in one kind of physical devices.
 *
 * @param resource the resource that counts whole devices of this kind, or a kind of its own ({@link
 *     dev.plimsoll.kubernetes.device.DeviceUnit})
 * @param waiting how much the pods request that it keeps from running
 * @param idle how much is free that no pod can use, or held and not used
 * @param share the part of what all nodes have, from 0; 0 if no node has any
 * @param hours device-hours so far, of what is known to wait since some time
 */
public record ResourceCost(
    ResourceName resource, Fraction waiting, Fraction idle, double share, double hours) {
  private static final int HOURS_A_DAY = 24;

  ResourceCost plus(ResourceCost other) {
    return new ResourceCost(
        resource,
        waiting.plus(other.waiting),
        idle.plus(other.idle),
        share + other.share,
        hours + other.hours);
  }

  /** Returns how much waits or is idle. */
  public Fraction amount() {
    return waiting.plus(idle);
  }

  /** Returns the device-hours that each further day adds. */
  public double hoursPerDay() {
    return amount().times(HOURS_A_DAY).toDouble();
  }
}
