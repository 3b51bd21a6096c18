package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request, or one alternative of it, during a search.
 *
 * @param claim the claim
 * @param parent the request
 * @param wanted what is requested
 * @param deviceClass the class of devices
 * @param count how many devices are needed
 * @param all the devices that are needed, where all are
 * @param selectable which devices were found to be selected
 */
record RequestAlternative(
    ResourceClaim claim,
    DeviceRequest parent,
    DeviceSubRequest wanted,
    DeviceClass deviceClass,
    int count,
    List<Candidate> all,
    Map<PoolDevice, Boolean> selectable) {

  static RequestAlternative of(
      ResourceClaim claim, DeviceRequest parent, DeviceSubRequest wanted, DeviceClass deviceClass) {
    return new RequestAlternative(
        claim, parent, wanted, deviceClass, 0, List.of(), new IdentityHashMap<>());
  }

  RequestAlternative needing(int devices) {
    return new RequestAlternative(
        claim, parent, wanted, deviceClass, devices, List.of(), selectable);
  }

  RequestAlternative needing(List<Candidate> devices) {
    return new RequestAlternative(
        claim, parent, wanted, deviceClass, devices.size(), List.copyOf(devices), selectable);
  }

  /** Its own name, as errors have it. */
  String name() {
    return name(parent, wanted);
  }

  static String name(DeviceRequest parent, DeviceSubRequest wanted) {
    return parent.firstAvailable() ? wanted.name() : parent.name();
  }

  /** The alternative's name, empty for a plain request. */
  String alternativeName() {
    return parent.firstAvailable() ? wanted.name() : "";
  }

  /** The name as results have it. */
  String fullName() {
    return parent.firstAvailable() ? parent.name() + "/" + wanted.name() : parent.name();
  }
}
