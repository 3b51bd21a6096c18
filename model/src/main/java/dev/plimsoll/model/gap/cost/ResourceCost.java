package dev.plimsoll.model.gap.cost;

import dev.plimsoll.kubernetes.quantity.ResourceName;

/**
 * The cost of a gap in one extended resource, in units of that resource (a GPU, a slice, an
 * adapter).
 *
 * @param resource the resource
 * @param waiting how much the pods request that it keeps from running
 * @param idle how much is free that no pod can use, or held and not used
 * @param share the part of what all nodes have, from 0; 0 if no node has any
 * @param hours unit-hours so far, of what is known to wait since some time
 */
public record ResourceCost(
    ResourceName resource, long waiting, long idle, double share, double hours) {
  private static final int HOURS_A_DAY = 24;

  ResourceCost plus(ResourceCost other) {
    return new ResourceCost(
        resource,
        waiting + other.waiting,
        idle + other.idle,
        share + other.share,
        hours + other.hours);
  }

  /** Returns how much waits or is idle. */
  public long amount() {
    return waiting + idle;
  }

  /** Returns the unit-hours that each further day adds. */
  public long hoursPerDay() {
    return amount() * HOURS_A_DAY;
  }
}
