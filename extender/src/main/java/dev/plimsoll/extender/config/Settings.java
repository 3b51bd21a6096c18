package dev.plimsoll.extender.config;

import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How the extender decides.
 *
 * @param quotaAtPlacement whether pods wait while their namespace's quota is used up by placed pods
 * @param ignoredByScheduler the extended resources that the scheduler leaves to the extender
 * @param bookingLife how long a booking is kept if nothing is heard of the pod
 * @param policies who may have how much of the cluster
 */
public record Settings(
    boolean quotaAtPlacement,
    Set<ResourceName> ignoredByScheduler,
    Duration bookingLife,
    List<CapacityPolicy> policies) {

  /** Quota is kept at placement, bookings last 30 seconds. */
  public static final Settings DEFAULT = new Settings(true, Set.of(), Duration.ofSeconds(30));

  /** Makes the collections unmodifiable. */
  public Settings {
    ignoredByScheduler = Set.copyOf(ignoredByScheduler);
    policies = List.copyOf(policies);
  }

  /** Makes settings without tenants. */
  public Settings(
      boolean quotaAtPlacement, Set<ResourceName> ignoredByScheduler, Duration bookingLife) {
    this(quotaAtPlacement, ignoredByScheduler, bookingLife, List.of());
  }

  /** Returns the settings with these policies. */
  public Settings withPolicies(List<CapacityPolicy> others) {
    return new Settings(quotaAtPlacement, ignoredByScheduler, bookingLife, others);
  }
}
