package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.DeviceTaint;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import java.util.List;
import java.util.OptionalLong;

/**
 * Why claims get no devices on a node: the first request that can't be met along with those before
 * it.
 *
 * @param claim the claim
 * @param request its request
 * @param alternatives the request's alternatives, and why none of them is met
 * @param tolerable taints of devices with which all claims would be met, were they tolerated; empty
 *     for none
 * @param lowerCount how many devices could be had instead of what is requested, the most of them
 */
public record DeviceShortage(
    ResourceClaim claim,
    DeviceRequest request,
    List<Alternative> alternatives,
    List<DeviceTaint> tolerable,
    OptionalLong lowerCount)
    implements RejectionDetail {

  public DeviceShortage {
    alternatives = List.copyOf(alternatives);
    tolerable = List.copyOf(tolerable);
  }

  /** Returns whether something is known with which all claims would be met. */
  public boolean hasRemedies() {
    return !tolerable.isEmpty() || lowerCount.isPresent();
  }

  /** Returns the same without what would have all claims met. */
  public DeviceShortage withoutRemedies() {
    return new DeviceShortage(claim, request, alternatives, List.of(), OptionalLong.empty());
  }

  /**
   * One alternative of the request.
   *
   * @param wanted what is requested
   * @param name its name as results of allocations have it
   * @param causes what becomes of the devices of the node's pools, each device counted once
   */
  public record Alternative(DeviceSubRequest wanted, String name, List<Cause> causes) {

    public Alternative {
      causes = List.copyOf(causes);
    }
  }

  /**
   * The cause that keeps devices from a request.
   *
   * @param kind what
   * @param detail which claim, taint, attribute or pool; empty where there is nothing to name
   * @param devices how many devices; of {@code PoolIncomplete} and {@code PoolInvalid}, pools
   */
  public record Cause(Kind kind, String detail, int devices) {}

  /** The causes that may keep a device from a request, in the order of the checks. */
  public enum Kind {
    /** Slices of the pool's generation are missing. */
    PoolIncomplete,
    /** Slices of the pool contradict each other. */
    PoolInvalid,
    /** The class of the request doesn't select the device. */
    OtherClass,
    /** The request's own selectors don't select the device. */
    NotSelected,
    /** An expression fails for the device, or isn't modelled, so the selection is unknown. */
    ExpressionFails,
    /** A claim has the device. */
    Allocated,
    /** Less of the device is left than is requested. */
    CapacityExhausted,
    /** The device has a taint that the request doesn't tolerate. */
    Tainted,
    /** The counters that the device shares with other devices are exhausted. */
    CountersExhausted,
    /** The device would do, but violates a constraint of the claim. */
    Constraint,
    /** The device would do, but earlier requests need it or the counters that it shares. */
    OtherRequests,
    /** The device would do, but the request needs more devices. */
    Free
  }
}
