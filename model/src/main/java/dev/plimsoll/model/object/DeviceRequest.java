package dev.plimsoll.model.object;

import java.util.List;

/**
 * One request of a resource claim: the first of its alternatives that can be met.
 *
 * @param name the request's name
 * @param alternatives the alternatives; a plain request ({@code exactly}) has one
 * @param firstAvailable whether it was written as a list of alternatives
 */
public record DeviceRequest(
    String name, List<DeviceSubRequest> alternatives, boolean firstAvailable) {

  /** Makes the alternatives unmodifiable. */
  public DeviceRequest {
    alternatives = List.copyOf(alternatives);
  }

  /**
   * Devices of one class.
   *
   * @param deviceClassName the class
   * @param allocationMode {@code ExactCount} (also when empty) or {@code All}
   * @param count how many, with {@code ExactCount}
   */
  public record DeviceSubRequest(String deviceClassName, String allocationMode, long count) {}
}
