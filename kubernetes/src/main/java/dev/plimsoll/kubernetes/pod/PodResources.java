package dev.plimsoll.kubernetes.pod;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions.PodLevel;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;

/**
 * The requests and limits of a pod as a whole.
 *
 * <p>Regular containers and sidecars run together and add up. Each other init container runs beside
 * the sidecars started before it. For each resource, the pod needs the greater of two amounts: the
 * sum of regular containers and sidecars, or the highest init container with the sidecars before
 * it. Pod-level resources then replace that amount, and overhead is added. A resource that no
 * container names stays absent; a resource named with 0 stays 0.
 *
 * <p>Source: {@code staging/src/k8s.io/component-helpers/resource/helpers.go}.
 */
public final class PodResources {

  private PodResources() {}

  /** Returns the requests of the pod. */
  public static Resources requests(Pod pod, PodResourcesOptions options) {
    Resources requests = withoutOverhead(pod, options, RequestsOrLimits.REQUESTS);
    return options.overhead() ? requests.add(pod.spec().overhead()) : requests;
  }

  /** Returns the limits of the pod; overhead is added only to limits that are set and not 0. */
  public static Resources limits(Pod pod, PodResourcesOptions options) {
    Resources limits = withoutOverhead(pod, options, RequestsOrLimits.LIMITS);
    Resources overhead = pod.spec().overhead();
    if (!options.overhead() || overhead.isEmpty()) {
      return limits;
    }
    Resources total = limits;
    for (ResourceName name : overhead.names()) {
      Quantity limit = limits.getOrZero(name);
      if (!limit.isZero()) {
        total = total.with(name, limit.add(overhead.getOrZero(name)));
      }
    }
    return total;
  }

  /** Returns whether the pod waits for a resize that its node can never grant. */
  public static boolean isResizeInfeasible(Pod pod) {
    return pod.status()
        .condition(PendingResize.CONDITION)
        .filter(c -> c.reason().equals(PendingResize.INFEASIBLE))
        .isPresent();
  }

  private static Resources withoutOverhead(
      Pod pod, PodResourcesOptions options, RequestsOrLimits requestsOrLimits) {
    Resources containers = ofContainers(pod, options, requestsOrLimits);
    Optional<ResourceRequirements> podLevel = pod.spec().resources();
    if (options.podLevel() == PodLevel.SKIP || podLevel.isEmpty()) {
      return containers;
    }
    return overridden(
        containers, pod, requestsOrLimits.of(podLevel.get()), options, requestsOrLimits);
  }

  private static Resources ofContainers(
      Pod pod, PodResourcesOptions options, RequestsOrLimits requestsOrLimits) {
    boolean useStatus = options.statusResources();
    return useStatus && options.maxOfSums()
        ? new ResizedResources(pod, options, requestsOrLimits).greatest()
        : sum(
            pod,
            (c, remains) -> ofContainer(c, pod, options, requestsOrLimits, useStatus && remains));
  }

  /** A function of a container, and of whether it remains while the pod runs. */
  interface ContainerResources {
    Resources of(Container container, boolean remains);
  }

  /** Returns the sum over containers that run at once, or the peak of init containers. */
  static Resources sum(Pod pod, ContainerResources resources) {
    Resources sum = Resources.EMPTY;
    for (Container container : pod.spec().containers()) {
      sum = sum.add(resources.of(container, true));
    }
    List<Container> initContainers = pod.spec().initContainers();
    if (initContainers.isEmpty()) {
      return sum;
    }
    Resources sidecars = Resources.EMPTY;
    Resources peak = Resources.EMPTY;
    for (Container container : initContainers) {
      boolean sidecar = container.isRestartableInit();
      Resources own = resources.of(container, sidecar);
      if (sidecar) {
        sum = sum.add(own);
        sidecars = sidecars.add(own);
        peak = peak.max(sidecars);
      } else {
        peak = peak.max(own.add(sidecars));
      }
    }
    return sum.max(peak);
  }

  private static Resources ofContainer(
      Container container,
      Pod pod,
      PodResourcesOptions options,
      RequestsOrLimits requestsOrLimits,
      boolean useStatus) {
    Resources own = requestsOrLimits.of(container.resources());
    return defaulted(
        useStatus ? inForce(own, container.name(), pod, requestsOrLimits) : own,
        options,
        requestsOrLimits);
  }

  static Resources defaulted(
      Resources own, PodResourcesOptions options, RequestsOrLimits requestsOrLimits) {
    return requestsOrLimits == RequestsOrLimits.REQUESTS
        ? own.withDefaults(options.nonMissingContainerRequests())
        : own;
  }

  private static Resources inForce(
      Resources spec, String container, Pod pod, RequestsOrLimits requestsOrLimits) {
    Optional<ContainerStatus> reported = status(container, pod);
    if (reported.isEmpty() || reported.get().resources().isEmpty()) {
      return spec;
    }
    ContainerStatus actual = reported.get();
    return requestsOrLimits.inForce(
        spec, actual.resources().get(), actual.allocatedResources(), isResizeInfeasible(pod));
  }

  static Optional<ContainerStatus> status(String container, Pod pod) {
    PodStatus status = pod.status();
    return find(container, status.initContainerStatuses())
        .or(() -> find(container, status.containerStatuses()));
  }

  private static Optional<ContainerStatus> find(String name, List<ContainerStatus> statuses) {
    for (ContainerStatus status : statuses) {
      if (status.name().equals(name)) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }

  private static Resources overridden(
      Resources containers,
      Pod pod,
      Resources spec,
      PodResourcesOptions options,
      RequestsOrLimits requestsOrLimits) {
    PodLevel podLevel = options.podLevel();
    Optional<ResourceRequirements> actual = pod.status().resources();
    boolean useStatus = podLevel == PodLevel.SPEC_AND_STATUS && actual.isPresent();
    Resources own =
        useStatus
            ? requestsOrLimits.inForce(
                spec, actual.get(), pod.status().allocatedResources(), isResizeInfeasible(pod))
            : spec;
    Resources result = containers;
    for (ResourceName name : options.maxOfSums() ? own.names() : spec.names()) {
      if (podLevel.supports(name)) {
        result = result.with(name, own.getOrZero(name));
      }
    }
    return result;
  }
}
