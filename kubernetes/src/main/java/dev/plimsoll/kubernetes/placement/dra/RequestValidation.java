package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceConstraint;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks, before a search, whether the claims can be handled and how many devices they need from a
 * node.
 *
 * <p>Source: {@code Allocate} and {@code validateDeviceRequest} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/allocator_incubating.go}.
 */
final class RequestValidation {
  private final Cluster cluster;
  private final AllocatorFeatures features;
  private final AllocatedDevices allocated;
  private final DeviceSelection selection;
  private final Node node;
  private final List<Pool> pools;

  RequestValidation(
      Cluster cluster,
      AllocatorFeatures features,
      AllocatedDevices allocated,
      DeviceSelection selection,
      Node node,
      List<Pool> pools) {
    this.cluster = cluster;
    this.features = features;
    this.allocated = allocated;
    this.selection = selection;
    this.node = node;
    this.pools = pools;
  }

  /** Returns a claim's requests, each by its alternatives. */
  List<List<RequestAlternative>> requests(ResourceClaim claim) throws AllocationException {
    List<List<RequestAlternative>> requests = new ArrayList<>();
    long least = 0;
    for (DeviceRequest request : claim.requests()) {
      checkGates(claim, request);
      List<RequestAlternative> alternatives = new ArrayList<>();
      for (DeviceSubRequest wanted : request.alternatives()) {
        alternatives.add(validated(claim, request, wanted));
      }
      requests.add(alternatives);
      least += alternatives.stream().mapToInt(RequestAlternative::count).min().orElse(0);
    }
    if (least > AllocationSearch.MAX_RESULTS) {
      throw AllocationException.fatal(
          "claim "
              + DeviceSelection.nameOf(claim)
              + ": number of requested devices "
              + least
              + " exceeds the claim limit of "
              + AllocationSearch.MAX_RESULTS);
    }
    checkConstraints(claim);
    return requests;
  }

  private void checkGates(ResourceClaim claim, DeviceRequest request) throws AllocationException {
    if (!features.prioritizedList() && request.firstAvailable()) {
      throw error(
          claim, request.name(), "has subrequests, but the DRAPrioritizedList feature is disabled");
    }
    for (DeviceSubRequest wanted : request.alternatives()) {
      if (!features.consumableCapacity() && !wanted.capacity().isEmpty()) {
        throw AllocationException.fatal(
            "claim "
                + DeviceSelection.nameOf(claim)
                + (request.firstAvailable() ? ", subrequest " : ", request ")
                + RequestAlternative.name(request, wanted)
                + ": has capacity requests, but the DRAConsumableCapacity feature is disabled");
      }
    }
  }

  private static void checkConstraints(ResourceClaim claim) throws AllocationException {
    List<DeviceConstraint> constraints = claim.devices().constraints();
    for (int i = 0; i < constraints.size(); i++) {
      if (constraints.get(i).kind() == DeviceConstraint.Kind.UNSUPPORTED) {
        throw AllocationException.fatal(
            "claim "
                + DeviceSelection.nameOf(claim)
                + ", constraint #"
                + i
                + ": empty constraint (unsupported constraint type?)");
      }
    }
  }

  RequestAlternative validated(ResourceClaim claim, DeviceRequest parent, DeviceSubRequest wanted)
      throws AllocationException {
    String name = RequestAlternative.name(parent, wanted);
    for (int i = 0; i < wanted.selectors().size(); i++) {
      if (wanted.selectors().get(i).isEmpty()) {
        throw AllocationException.fatal(
            "claim "
                + DeviceSelection.nameOf(claim)
                + ", request "
                + name
                + ", selector #"
                + i
                + ": CEL expression empty (unsupported selector type?)");
      }
    }
    if (!features.adminAccess() && wanted.adminAccess()) {
      throw error(claim, name, "admin access is requested, but the feature is disabled");
    }
    String className = wanted.deviceClassName();
    if (className.isEmpty()) {
      throw error(claim, name, "missing device class name (unsupported request type?)");
    }
    DeviceClass deviceClass =
        cluster
            .find(DeviceClass.class, "", className)
            .orElseThrow(
                () ->
                    error(
                        claim,
                        name,
                        "could not retrieve device class "
                            + className
                            + ": deviceclass.resource.k8s.io \""
                            + className
                            + "\" not found"));
    RequestAlternative request = RequestAlternative.of(claim, parent, wanted, deviceClass);
    return switch (wanted.allocationMode()) {
      case "", "ExactCount" -> request.needing((int) Math.min(wanted.count(), Integer.MAX_VALUE));
      case "All" -> request.needing(all(request));
      default -> throw error(claim, name, "unsupported count mode " + wanted.allocationMode());
    };
  }

  private List<Candidate> all(RequestAlternative request) throws AllocationException {
    List<Candidate> all = new ArrayList<>();
    for (Pool pool : pools) {
      if (pool.state() != Pool.State.USABLE) {
        throw error(
            request.claim(),
            request.name(),
            "asks for all devices, but resource pool "
                + pool.id()
                + (pool.state() == Pool.State.INCOMPLETE
                    ? " is currently being updated"
                    : " is currently invalid"));
      }
      for (PoolDevice device : pool.devices()) {
        if (selection.selects(request, device, node) && suffices(request, device)) {
          all.add(new Candidate(device, pool));
        }
      }
    }
    return all;
  }

  private boolean suffices(RequestAlternative request, PoolDevice device) {
    return !features.consumableCapacity()
        || ConsumableCapacity.suffices(
            request.wanted().capacity(),
            device.device(),
            allocated.consumed(device.id()),
            Map.of());
  }

  private static AllocationException error(ResourceClaim claim, String request, String problem) {
    return AllocationException.fatal(
        "claim " + DeviceSelection.nameOf(claim) + ", request " + request + ": " + problem);
  }
}
