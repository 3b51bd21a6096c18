package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceTaint;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The devices that a search has taken so far for each claim.
 *
 * <p>As in Kubernetes, a device that turns out to be tainted or to violate a constraint doesn't
 * give its counters back. Source: {@code allocateDevice} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/allocator_incubating.go}.
 */
final class TakenDevices {
  /** A device that was taken, and how much of it, where it is shared. */
  record Taken(RequestAlternative request, Candidate candidate, Map<String, Quantity> consumed) {

    Device device() {
      return candidate.device().device();
    }

    DeviceAllocation.Result result(boolean shared) {
      DeviceId id = candidate.id();
      return new DeviceAllocation.Result(
          request.fullName(),
          id.driver(),
          id.pool(),
          id.device(),
          request.wanted().adminAccess(),
          shared,
          consumed);
    }
  }

  private final AllocatorFeatures features;
  private final AllocatedDevices allocated;
  private final Counters counters;
  private final List<List<AttributeConstraint>> constraints;
  private final List<List<Taken>> taken = new ArrayList<>();
  private final Map<DeviceId, Set<Integer>> claimsOf = new HashMap<>();
  private final Map<DeviceId, Map<String, Quantity>> consumed = new HashMap<>();

  TakenDevices(
      AllocatorFeatures features,
      AllocatedDevices allocated,
      Counters counters,
      List<List<AttributeConstraint>> constraints) {
    this.features = features;
    this.allocated = allocated;
    this.counters = counters;
    this.constraints = constraints;
    constraints.forEach(c -> taken.add(new ArrayList<>()));
  }

  int count(int claim) {
    return taken.get(claim).size();
  }

  List<Taken> of(int claim) {
    return taken.get(claim);
  }

  DeviceAllocation.Result result(Taken device) {
    return device.result(isShared(device.device()));
  }

  /** Returns whether nobody has the device who keeps the request from it. */
  boolean isFree(int claim, RequestAlternative request, DeviceId device) {
    Set<Integer> claims = claimsOf.getOrDefault(device, Set.of());
    return request.wanted().adminAccess()
        ? !claims.contains(claim)
        : claims.isEmpty() && !allocated.isTaken(device);
  }

  boolean suffices(RequestAlternative request, PoolDevice device) {
    return !features.consumableCapacity()
        || ConsumableCapacity.suffices(
            request.wanted().capacity(),
            device.device(),
            allocated.consumed(device.id()),
            consumed.getOrDefault(device.id(), Map.of()));
  }

  /**
   * Takes a device, if it can be had.
   *
   * @param must whether there is no other solution than with this device
   * @throws AllocationException if a constraint keeps a claim from a device that it must have
   */
  boolean take(int claim, RequestAlternative request, Candidate candidate, boolean must)
      throws AllocationException {
    PoolDevice device = candidate.device();
    boolean shared = isShared(device.device());
    boolean adminAccess = request.wanted().adminAccess();
    if (!(shared && adminAccess) && !isFree(claim, request, device.id())) {
      return false;
    }
    if (!consumesCounters(candidate, shared) || taint(device.device(), request).isPresent()) {
      return false;
    }
    if (!meetsConstraints(claim, request, device, must)) {
      return false;
    }
    if (!shared) {
      claimsOf.computeIfAbsent(device.id(), d -> new HashSet<>()).add(claim);
    }
    if (!suffices(request, device)) {
      return false;
    }
    Map<String, Quantity> amounts =
        shared
            ? ConsumableCapacity.consumed(request.wanted().capacity(), device.device())
            : Map.of();
    if (shared) {
      add(device.id(), amounts);
    }
    taken.get(claim).add(new Taken(request, candidate, amounts));
    return true;
  }

  /** Releases the device that was taken last for a claim. */
  void giveBack(int claim) {
    List<Taken> ofClaim = taken.get(claim);
    Taken last = ofClaim.remove(ofClaim.size() - 1);
    PoolDevice device = last.candidate().device();
    RequestAlternative request = last.request();
    for (AttributeConstraint constraint : constraints.get(claim)) {
      constraint.remove(request.parent().name(), request.alternativeName());
    }
    if (isShared(device.device())) {
      remove(device.id(), last.consumed());
      return;
    }
    claimsOf.getOrDefault(device.id(), new HashSet<>()).remove(claim);
    if (features.partitionableDevices() && !device.device().consumesCounters().isEmpty()) {
      counters.release(device, last.candidate().pool());
    }
  }

  private boolean isShared(Device device) {
    return features.consumableCapacity() && device.allowMultipleAllocations();
  }

  private boolean consumesCounters(Candidate candidate, boolean shared) {
    PoolDevice device = candidate.device();
    if (device.device().consumesCounters().isEmpty()) {
      return true;
    }
    if (!features.partitionableDevices()) {
      return false;
    }
    boolean sharedAlready =
        shared && (allocated.isConsumed(device.id()) || consumed.containsKey(device.id()));
    return sharedAlready || counters.consume(device, candidate.pool());
  }

  /** Returns the first taint that keeps the request from the device. */
  Optional<DeviceTaint> taint(Device device, RequestAlternative request) {
    return features.deviceTaints()
        ? device.taints().stream()
            .filter(DeviceTaint::keepsClaimsAway)
            .filter(t -> request.wanted().tolerations().stream().noneMatch(x -> x.tolerates(t)))
            .findFirst()
        : Optional.empty();
  }

  private boolean meetsConstraints(
      int claim, RequestAlternative request, PoolDevice device, boolean must)
      throws AllocationException {
    List<AttributeConstraint> ofClaim = constraints.get(claim);
    for (int i = 0; i < ofClaim.size(); i++) {
      if (ofClaim.get(i).add(request.parent().name(), request.alternativeName(), device)) {
        continue;
      }
      if (must) {
        throw AllocationException.fatal(
            "claim "
                + DeviceSelection.nameOf(request.claim())
                + ", request "
                + request.name()
                + ": cannot add device "
                + device.id()
                + " because a claim constraint would not be satisfied");
      }
      for (int before = 0; before < i; before++) {
        ofClaim.get(before).remove(request.parent().name(), request.alternativeName());
      }
      return false;
    }
    return true;
  }

  private void add(DeviceId device, Map<String, Quantity> amounts) {
    Map<String, Quantity> sum = consumed.computeIfAbsent(device, d -> new HashMap<>());
    amounts.forEach((name, amount) -> sum.merge(name, amount, Quantity::add));
  }

  private void remove(DeviceId device, Map<String, Quantity> amounts) {
    Map<String, Quantity> sum = consumed.computeIfAbsent(device, d -> new HashMap<>());
    amounts.forEach((name, amount) -> sum.merge(name, amount.negate(), Quantity::add));
    if (sum.values().stream().allMatch(Quantity::isZero)) {
      consumed.remove(device);
    }
  }
}
