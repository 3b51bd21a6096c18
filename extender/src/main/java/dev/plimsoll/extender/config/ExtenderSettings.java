package dev.plimsoll.extender.config;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How the extender decides.
 *
 * @param quotaAtPlacement whether pods wait while their namespace's quota is used up by placed pods
 * @param ignoredByScheduler the extended resources that the scheduler leaves to the extender
 * @param assumedPodTtl how long a pod stays assumed if nothing is heard of it
 * @param bind whether the scheduler may have pods bound
 * @param reservations how nodes are reserved for large pods
 * @param policies who may have how much of the cluster
 */
public record ExtenderSettings(
    boolean quotaAtPlacement,
    Set<ResourceName> ignoredByScheduler,
    Duration assumedPodTtl,
    boolean bind,
    ReservationSettings reservations,
    List<CapacityPolicy> policies) {

  /** Quota is kept at placement, pods are assumed for 30 seconds, and bound by the scheduler. */
  public static final ExtenderSettings DEFAULT =
      new ExtenderSettings(true, Set.of(), Duration.ofSeconds(30));

  public ExtenderSettings {
    ignoredByScheduler = Set.copyOf(ignoredByScheduler);
    policies = List.copyOf(policies);
  }

  /** Makes settings without tenants, by which the scheduler binds. */
  public ExtenderSettings(
      boolean quotaAtPlacement, Set<ResourceName> ignoredByScheduler, Duration assumedPodTtl) {
    this(
        quotaAtPlacement,
        ignoredByScheduler,
        assumedPodTtl,
        false,
        ReservationSettings.DEFAULT,
        List.of());
  }

  /** Returns the settings with these policies. */
  public ExtenderSettings withPolicies(List<CapacityPolicy> others) {
    return new ExtenderSettings(
        quotaAtPlacement, ignoredByScheduler, assumedPodTtl, bind, reservations, others);
  }

  /** Returns the settings by which nodes are reserved so. */
  public ExtenderSettings withReservations(ReservationSettings others) {
    return new ExtenderSettings(
        quotaAtPlacement, ignoredByScheduler, assumedPodTtl, bind, others, policies);
  }

  /** Returns the settings by which the extender binds. */
  public ExtenderSettings withBind() {
    return new ExtenderSettings(
        quotaAtPlacement, ignoredByScheduler, assumedPodTtl, true, reservations, policies);
  }
}
