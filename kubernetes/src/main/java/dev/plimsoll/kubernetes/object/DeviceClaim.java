package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * The devices that a claim is about.
 *
 * @param requests the devices that it requests
 * @param constraints what they must have in common
 */
public record DeviceClaim(List<DeviceRequest> requests, List<DeviceConstraint> constraints) {

  public DeviceClaim {
    requests = List.copyOf(requests);
    constraints = List.copyOf(constraints);
  }
}
