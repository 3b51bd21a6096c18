package dev.plimsoll.extender.config;

import dev.plimsoll.model.quantity.ResourceName;
import java.time.Duration;
import java.util.Set;

/**
 * How the extender decides.
 *
 * @param quotaAtPlacement whether pods wait while their namespace's quota is used up by placed pods
 * @param ignoredByScheduler the extended resources that the scheduler leaves to the extender
 * @param bookingLife how long a booking is kept if nothing is heard of the pod
 */
public record Settings(
    boolean quotaAtPlacement, Set<ResourceName> ignoredByScheduler, Duration bookingLife) {

  /** Quota is kept at placement, bookings last 30 seconds. */
  public static final Settings DEFAULT = new Settings(true, Set.of(), Duration.ofSeconds(30));

  /** Makes the set unmodifiable. */
  public Settings {
    ignoredByScheduler = Set.copyOf(ignoredByScheduler);
  }
}
