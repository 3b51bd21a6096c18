package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
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
 * @param unhealthyDevices the devices that its kubelet reports as unhealthy
 */
public record ContainerStatus(
    String name,
    Optional<ResourceRequirements> resources,
    Resources allocatedResources,
    ContainerState state,
    Optional<ContainerState.Terminated> lastTermination,
    int restartCount,
    boolean ready,
    List<UnhealthyDevice> unhealthyDevices) {

  /**
   * A device of a container that is reported as unhealthy.
   *
   * @param resource the resource, or {@code claim:NAME/REQUEST}
   * @param id the device
   * @param message the reason that the driver gives, empty for none
   */
  public record UnhealthyDevice(String resource, String id, String message) {}

  public ContainerStatus {
    unhealthyDevices = List.copyOf(unhealthyDevices);
  }

  /** Creates a status without unhealthy devices. */
  public ContainerStatus(
      String name,
      Optional<ResourceRequirements> resources,
      Resources allocatedResources,
      ContainerState state,
      Optional<ContainerState.Terminated> lastTermination,
      int restartCount,
      boolean ready) {
    this(
        name,
        resources,
        allocatedResources,
        state,
        lastTermination,
        restartCount,
        ready,
        List.of());
  }

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
