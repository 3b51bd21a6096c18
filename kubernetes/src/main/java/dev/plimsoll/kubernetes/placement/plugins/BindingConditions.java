package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceBinding;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.version.FeatureGate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a claim's devices are prepared, so that a pod can be bound. A claim whose driver reports
 * a failure, or nothing for {@link #TIMEOUT}, is available on no node; kube-scheduler takes its
 * devices back.
 *
 * <p>Source: {@code isClaimReadyForBinding} and {@code isClaimTimeout} in {@code
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go}.
 */
enum BindingConditions {
  /** All conditions are met, or there are none. */
  READY,
  /** The driver still prepares devices. */
  WAITING,
  /** The driver reports that a device can't be prepared. */
  FAILED,
  /** The driver has taken too long. */
  TIMED_OUT;

  /** The plug-in's default {@code bindingTimeout}. */
  static final Duration TIMEOUT = Duration.ofMinutes(10);

  static BindingConditions of(ResourceClaim claim, Cluster cluster) {
    return cluster.controlPlane().enables(FeatureGate.DRA_DEVICE_BINDING_CONDITIONS)
        ? claim.allocation().map(a -> of(a, cluster.asOf())).orElse(READY)
        : READY;
  }

  private static BindingConditions of(DeviceAllocation allocation, Instant now) {
    DeviceBinding binding = allocation.binding();
    BindingConditions prepared = prepared(binding);
    boolean isLate =
        binding.allocatedAt().filter(start -> start.plus(TIMEOUT).isBefore(now)).isPresent();
    return prepared == WAITING && isLate ? TIMED_OUT : prepared;
  }

  /** The first device that isn't ready decides. */
  private static BindingConditions prepared(DeviceBinding binding) {
    for (DeviceBinding.AllocatedDevice device : binding.devices()) {
      Optional<Set<String>> reported = device.reported();
      if (reported.isEmpty()) {
        return WAITING;
      }
      if (device.failureConditions().stream().anyMatch(reported.get()::contains)) {
        return FAILED;
      }
      if (!reported.get().containsAll(device.conditions())) {
        return WAITING;
      }
    }
    return READY;
  }

  /** Returns whether kube-scheduler gives the devices up. */
  boolean isGivenUp() {
    return this == FAILED || this == TIMED_OUT;
  }
}
