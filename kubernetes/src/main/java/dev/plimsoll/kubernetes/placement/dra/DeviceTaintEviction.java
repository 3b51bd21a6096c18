package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.DeviceTaint;
import dev.plimsoll.kubernetes.object.DeviceToleration;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.version.FeatureGate;
import java.util.List;

/**
 * Which claims have their pods evicted, because a device of theirs has a taint with the effect
 * NoExecute. Only a toleration that names this effect keeps a pod; one that names no effect lets
 * kube-scheduler take the device, and the pod is evicted as soon as it is bound.
 *
 * <p>Source: {@code pkg/controller/devicetainteviction/device_taint_eviction.go}.
 */
public final class DeviceTaintEviction {
  private static final String NO_EXECUTE = "NoExecute";

  private DeviceTaintEviction() {}

  /** Returns the devices for which the claim's pods are evicted at once. */
  public static List<DeviceId> of(ResourceClaim claim, Cluster cluster) {
    if (!cluster.controlPlane().enables(FeatureGate.DRA_DEVICE_TAINTS)) {
      return List.of();
    }
    return claim.allocation().stream()
        .flatMap(a -> a.results().stream())
        .filter(r -> evicts(r, tolerations(claim, r.request()), cluster))
        .map(DeviceId::of)
        .toList();
  }

  private static boolean evicts(
      DeviceAllocation.Result result, List<DeviceToleration> tolerations, Cluster cluster) {
    return cluster.list(ResourceSlice.class).stream()
        .filter(s -> s.driver().equals(result.driver()) && s.pool().name().equals(result.pool()))
        .flatMap(s -> s.devices().stream())
        .filter(d -> d.name().equals(result.device()))
        .flatMap(d -> d.taints().stream())
        .filter(t -> t.effect().equals(NO_EXECUTE))
        .anyMatch(t -> !isTolerated(t, tolerations));
  }

  private static boolean isTolerated(DeviceTaint taint, List<DeviceToleration> tolerations) {
    return tolerations.stream()
        .filter(t -> t.effect().equals(NO_EXECUTE) && t.tolerates(taint))
        .mapToLong(t -> t.tolerationSeconds().orElse(Long.MAX_VALUE))
        .anyMatch(seconds -> seconds > 0);
  }

  private static List<DeviceToleration> tolerations(ResourceClaim claim, String name) {
    for (DeviceRequest request : claim.requests()) {
      for (DeviceSubRequest wanted : request.alternatives()) {
        String full =
            request.firstAvailable() ? request.name() + "/" + wanted.name() : request.name();
        if (full.equals(name)) {
          return wanted.tolerations();
        }
      }
    }
    return List.of();
  }
}
