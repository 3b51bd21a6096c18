package dev.plimsoll.kubernetes.pod;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions.PodLevel;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The amounts of a pod during a resize, from Kubernetes 1.37 on: the maximum of the desired, actual
 * and allocated amounts of the pod. Before, the maxima of the containers were added up.
 *
 * <p>Source: {@code staging/src/k8s.io/component-helpers/resource/helpers.go} of 1.37.
 *
 * @param pod the pod
 * @param options what counts
 * @param side requests or limits
 */
record ResizedResources(Pod pod, PodResourcesOptions options, RequestsOrLimits side) {

  Resources greatest() {
    Resources reported = actual().max(allocated());
    return isInfeasible() ? reported : sum(this::spec).max(reported);
  }

  private Resources actual() {
    return hasOwnStatus()
        ? side.of(pod.status().resources().orElseThrow())
        : sum(c -> first(List.of(status(c).map(this::actual).orElse(Resources.EMPTY), known(c))));
  }

  private Resources actual(ContainerStatus status) {
    return status.resources().map(side::of).orElse(Resources.EMPTY);
  }

  private Resources allocated() {
    if (side == RequestsOrLimits.LIMITS) {
      return Resources.EMPTY;
    }
    return hasOwnStatus() ? pod.status().allocatedResources() : sum(this::known);
  }

  /** Returns the amounts that are allocated to a container, or else the desired amounts. */
  private Resources known(Container container) {
    Resources allocated =
        side == RequestsOrLimits.LIMITS
            ? Resources.EMPTY
            : status(container).map(ContainerStatus::allocatedResources).orElse(Resources.EMPTY);
    return first(List.of(allocated, isInfeasible() ? Resources.EMPTY : spec(container)));
  }

  private static Resources first(List<Resources> each) {
    return each.stream().filter(r -> !r.isEmpty()).findFirst().orElse(Resources.EMPTY);
  }

  private Resources spec(Container container) {
    return side.of(container.resources());
  }

  private Resources sum(Function<Container, Resources> ofContainer) {
    return PodResources.sum(
        pod, (c, remains) -> PodResources.defaulted(ofContainer.apply(c), options, side));
  }

  private Optional<ContainerStatus> status(Container container) {
    return PodResources.status(container.name(), pod);
  }

  private boolean isInfeasible() {
    return PodResources.isResizeInfeasible(pod);
  }

  /** Returns whether the pod's own status has the sums. */
  private boolean hasOwnStatus() {
    PodStatus status = pod.status();
    return options.podLevel() == PodLevel.SPEC_AND_STATUS
        && status.resources().filter(r -> !side.of(r).isEmpty()).isPresent()
        && (side == RequestsOrLimits.LIMITS || !status.allocatedResources().isEmpty());
  }
}
