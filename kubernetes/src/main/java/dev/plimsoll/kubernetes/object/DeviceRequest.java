package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * One request of a resource claim: the first of its alternatives that can be met.
 *
 * @param name the request's name
 * @param alternatives the alternatives; a plain request ({@code exactly}) has one
 * @param firstAvailable whether it was written as a list of alternatives
 */
public record DeviceRequest(
    String name, List<DeviceSubRequest> alternatives, boolean firstAvailable) {

  public DeviceRequest {
    alternatives = List.copyOf(alternatives);
  }

  /**
   * Devices of one class.
   *
   * @param name the alternative's name; empty for a plain request
   * @param deviceClassName the class
   * @param selectors CEL expressions that a device must all meet, besides those of the class
   * @param allocationMode {@code ExactCount} (also when empty) or {@code All}
   * @param count how many, with {@code ExactCount}
   * @param adminAccess whether devices are taken that others may have too
   * @param tolerations the taints of devices that are tolerated
   * @param capacity how much of a device that is shared is requested, by qualified names
   */
  @RecordBuilder
  public record DeviceSubRequest(
      String name,
      String deviceClassName,
      List<String> selectors,
      String allocationMode,
      long count,
      boolean adminAccess,
      List<DeviceToleration> tolerations,
      Map<String, Quantity> capacity)
      implements DeviceRequestDeviceSubRequestBuilder.With {

    public DeviceSubRequest {
      selectors = List.copyOf(selectors);
      tolerations = List.copyOf(tolerations);
      capacity = Map.copyOf(capacity);
    }

    /** Returns a plain request of any devices of a class. */
    public static DeviceSubRequest of(String deviceClassName, String allocationMode, long count) {
      return new DeviceSubRequest(
          "", deviceClassName, List.of(), allocationMode, count, false, List.of(), Map.of());
    }

    /** Returns whether all devices that can be had are requested. */
    public boolean isForAll() {
      return allocationMode.equals("All");
    }
  }
}
