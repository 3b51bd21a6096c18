package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions.PodLevel;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;

/**
 * Requests for CPU and memory as scores count them. A container without a request counts with 100m
 * and 200Mi, so such pods don't all land on one node.
 *
 * <p>Source: {@code CalculateResource} in {@code pkg/scheduler/framework/types.go}, {@code
 * pkg/scheduler/util/pod_resources.go}.
 *
 * @param cpu in milli
 * @param memory in bytes
 */
public record NonZeroRequests(long cpu, long memory) {
  static final NonZeroRequests NONE = new NonZeroRequests(0, 0);

  private static final Resources DEFAULTS =
      Resources.builder()
          .put(ResourceName.CPU, Quantity.parse("100m"))
          .put(ResourceName.MEMORY, Quantity.parse("200Mi"))
          .build();

  /** Returns the scored requests of a pod on a node, given its actual requests. */
  static NonZeroRequests placed(Pod pod, Resources requests, PodResourcesOptions options) {
    if (pod.spec().resources().isEmpty() || options.podLevel() == PodLevel.SKIP) {
      return isComplete(pod) ? of(requests) : of(requests(pod, options, DEFAULTS));
    }
    Resources defaults = DEFAULTS;
    if (hasPodLevelRequests(pod.spec().resources())) {
      defaults = Resources.EMPTY;
      for (ResourceName name : DEFAULTS.names()) {
        defaults =
            requests.contains(name) ? defaults : defaults.with(name, DEFAULTS.getOrZero(name));
      }
    }
    return of(requests(pod, options, defaults));
  }

  /** Returns the scored requests of a pod that is being scheduled. */
  public static NonZeroRequests incoming(Pod pod, PodResourcesOptions options) {
    return of(requests(pod, options, DEFAULTS));
  }

  private static Resources requests(Pod pod, PodResourcesOptions options, Resources defaults) {
    return PodResources.requests(pod, options.withNonMissingContainerRequests(defaults));
  }

  private static NonZeroRequests of(Resources requests) {
    return new NonZeroRequests(
        requests.getOrZero(ResourceName.CPU).milliValue(),
        requests.getOrZero(ResourceName.MEMORY).value());
  }

  private static boolean isComplete(Pod pod) {
    return areComplete(pod.spec().containers()) && areComplete(pod.spec().initContainers());
  }

  private static boolean areComplete(List<Container> containers) {
    for (Container container : containers) {
      Resources requests = container.resources().requests();
      if (!requests.contains(ResourceName.CPU) || !requests.contains(ResourceName.MEMORY)) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasPodLevelRequests(Optional<ResourceRequirements> podLevel) {
    return podLevel.stream()
        .flatMap(r -> r.requests().names().stream())
        .anyMatch(PodResourcesOptions::isSupportedPodLevelResource);
  }

  NonZeroRequests plus(NonZeroRequests other) {
    return new NonZeroRequests(cpu + other.cpu, memory + other.memory);
  }

  NonZeroRequests minus(NonZeroRequests other) {
    return new NonZeroRequests(cpu - other.cpu, memory - other.memory);
  }
}
