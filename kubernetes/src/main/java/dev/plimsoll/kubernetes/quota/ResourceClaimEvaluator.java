package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.FeatureGate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Charges resource claims: their number, the devices of each class, and the same devices under the
 * class' extended resource. Of several alternatives, the highest charge counts for each class.
 *
 * <p>Source: {@code pkg/quota/v1/evaluator/core/resource_claims.go}.
 */
final class ResourceClaimEvaluator implements Evaluator {
  private static final ResourceName COUNT = ObjectCountEvaluator.key(ResourceClaim.RESOURCE);
  private static final String DEVICES = ".deviceclass.resource.k8s.io/devices";
  private static final String REQUESTS = "requests.";
  private static final String IMPLICIT = REQUESTS + "deviceclass.resource.kubernetes.io/";

  /** The most devices that one allocation can have, which is what a request for all may get. */
  private static final long ALL_DEVICES = 32;

  private final PodEvaluator podEvaluator;
  private final boolean servesExtendedResources;
  private final ExtendedResources extendedResources;
  private final ExtendedResourceClaims exemptions;

  ResourceClaimEvaluator(Cluster cluster, PodEvaluator podEvaluator) {
    this.podEvaluator = podEvaluator;
    this.servesExtendedResources =
        cluster.controlPlane().enables(FeatureGate.DRA_EXTENDED_RESOURCE);
    this.extendedResources =
        new ExtendedResources(
            servesExtendedResources ? cluster.list(DeviceClass.class) : List.of());
    this.exemptions = new ExtendedResourceClaims(cluster, podEvaluator);
  }

  @Override
  public GroupResource resource() {
    return ResourceClaim.RESOURCE;
  }

  @Override
  public boolean handles(AdmissionRequest request) {
    return request.subresource().isEmpty();
  }

  @Override
  public boolean tracks(ResourceName key) {
    String name = key.name();
    if (key.equals(COUNT) || name.endsWith(DEVICES)) {
      return true;
    }
    if (name.startsWith(IMPLICIT)
        && extendedResources.of(name.substring(IMPLICIT.length())).isPresent()) {
      return true;
    }
    return podEvaluator.isExtendedRequest(key)
        && extendedResources.isServed(name.substring(REQUESTS.length()));
  }

  @Override
  public Resources usage(ApiObject object) {
    ResourceClaim claim = (ResourceClaim) object;
    Resources.Builder usage = Resources.builder();
    usage.put(COUNT, Quantity.of(1));
    Resources onPod = exemptions.chargedToPod(claim);
    devices(claim)
        .forEach(
            (deviceClass, count) -> {
              Quantity devices = Quantity.of(count);
              usage.put(ResourceName.of(deviceClass + DEVICES), devices);
              if (!servesExtendedResources) {
                return;
              }
              charge(usage, ResourceName.of(IMPLICIT + deviceClass), devices, onPod);
              extendedResources
                  .of(deviceClass)
                  .map(resource -> ResourceName.of(REQUESTS + resource))
                  .ifPresent(key -> charge(usage, key, devices, onPod));
            });
    return usage.build();
  }

  private static void charge(
      Resources.Builder usage, ResourceName key, Quantity devices, Resources onPod) {
    Quantity remainder = onPod.contains(key) ? devices.subtract(onPod.getOrZero(key)) : devices;
    if (remainder.signum() > 0) {
      usage.put(key, remainder);
    }
  }

  private static Map<String, Long> devices(ResourceClaim claim) {
    Map<String, Long> total = new TreeMap<>();
    for (DeviceRequest request : claim.requests()) {
      Map<String, Long> worst = new TreeMap<>();
      for (DeviceRequest.DeviceSubRequest deviceSubRequest : request.alternatives()) {
        worst.merge(deviceSubRequest.deviceClassName(), devices(deviceSubRequest), Math::max);
      }
      worst.forEach((deviceClass, count) -> total.merge(deviceClass, count, Long::sum));
    }
    return total;
  }

  private static long devices(DeviceRequest.DeviceSubRequest deviceSubRequest) {
    return switch (deviceSubRequest.allocationMode()) {
      case "", "ExactCount" -> deviceSubRequest.count();
      case "All" -> ALL_DEVICES;
      default -> 0;
    };
  }
}
