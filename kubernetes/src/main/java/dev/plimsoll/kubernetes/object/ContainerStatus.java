package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Optional;

/**
 * The status of a container.
 *
 * @param name the container's name
 * @param resources the requests and limits in force
 * @param allocatedResources what the kubelet has set aside
 * @param state what it does
 * @param lastTermination how its last run ended, if it ran before
 * @param restartCount how often it was started again
 * @param ready whether it serves
 */
public record ContainerStatus(
    String name,
    Optional<ResourceRequirements> resources,
    Resources allocatedResources,
    ContainerState state,
    Optional<ContainerState.Terminated> lastTermination,
    int restartCount,
    boolean ready) {

  /** Makes a status that tells of resources only. */
  public ContainerStatus(
      String name, Optional<ResourceRequirements> resources, Resources allocatedResources) {
    this(
        name,
        resources,
        allocatedResources,
        new ContainerState.Unreported(),
        Optional.empty(),
        0,
        false);
  }
}
