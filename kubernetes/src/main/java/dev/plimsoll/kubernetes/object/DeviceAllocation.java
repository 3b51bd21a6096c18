package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The devices that a claim got.
 *
 * @param results the devices
 * @param nodeSelector from which nodes they can be reached; absent if from all
 * @param binding what the devices need before a pod is bound
 */
public record DeviceAllocation(
    List<Result> results, Optional<NodeSelector> nodeSelector, DeviceBinding binding) {

  public DeviceAllocation {
    results = List.copyOf(results);
  }

  /** Creates an allocation of devices that need no preparation. */
  public DeviceAllocation(List<Result> results, Optional<NodeSelector> nodeSelector) {
    this(results, nodeSelector, DeviceBinding.NONE);
  }

  /**
   * A device that a claim got.
   *
   * @param request the request it is for, with the alternative after a slash
   * @param driver the device's driver
   * @param pool its pool
   * @param device its name
   * @param adminAccess whether others may have it too
   * @param shared whether only a share of it was taken
   * @param consumedCapacity how much of it was taken, by qualified names, where it is shared
   */
  public record Result(
      String request,
      String driver,
      String pool,
      String device,
      boolean adminAccess,
      boolean shared,
      Map<String, Quantity> consumedCapacity) {

    public Result {
      consumedCapacity = Map.copyOf(consumedCapacity);
    }
  }
}
