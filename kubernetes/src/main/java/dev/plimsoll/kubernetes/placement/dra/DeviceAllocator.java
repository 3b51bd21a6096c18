package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.cel.DeviceExpressionCache;
import dev.plimsoll.kubernetes.cel.NotModelledException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the free devices that claims would get on a node. Not safe for use by several threads.
 *
 * <p>All claims of a pod are allocated together, or none. The order decides which devices are
 * taken: claims and requests as the pod has them, then pools, slices and devices as they are
 * listed. {@link AllocationSearch} goes back over its choices until a whole solution is found, and
 * takes the first. So the answer doesn't depend on what would be best.
 *
 * <p>What never breaks: a device is given to one claim, except for administrators' access and
 * devices that allow several; counters that devices share are never overdrawn; a pool with a slice
 * missing gives nothing for requests of all devices.
 *
 * <p>Cost: exponential in the worst case, as in kube-scheduler, which stops after ten seconds. The
 * search here stops after a number of steps, and then the answer is that it isn't modelled. Simpler
 * methods, such as one matching per request, can't keep constraints across requests.
 *
 * <p>Source: {@code
 * staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/allocator_incubating.go},
 * which kube-scheduler 1.36 uses by default; older ones order pools at random.
 */
public final class DeviceAllocator {
  private final Cluster cluster;
  private final AllocatorFeatures features;
  private final AllocatedDevices allocated;
  private final Pools pools;
  private final DeviceSelection selection;
  private final Map<String, Map<Counters.Counter, Quantity>> counters = new HashMap<>();
  private final Map<DeviceId, String> holders = new HashMap<>();

  DeviceAllocator(
      Cluster cluster, AllocatorFeatures features, Pools pools, DeviceExpressionCache expressions) {
    this.cluster = cluster;
    this.features = features;
    this.allocated = AllocatedDevices.of(cluster.list(ResourceClaim.class), features);
    this.pools = pools;
    this.selection = new DeviceSelection(expressions, features);
  }

  /**
   * Returns the allocation of each claim on a node; empty if the node can't meet all claims.
   *
   * @throws AllocationException if something is wrong with a claim, a class or a device
   */
  public Optional<List<DeviceAllocation>> allocate(Node node, List<ResourceClaim> claims)
      throws AllocationException {
    List<Pool> ofNode = pools.of(node);
    Optional<TakenDevices> taken = search(node, ofNode, claims);
    if (taken.isPresent()) {
      List<DeviceAllocation> allocations = new ArrayList<>();
      for (int i = 0; i < claims.size(); i++) {
        allocations.add(allocation(taken.get(), i, node));
      }
      return Optional.of(allocations);
    }
    if (ofNode.stream().anyMatch(p -> p.state() == Pool.State.INVALID)) {
      throw AllocationException.onNode("invalid resource pools were encountered");
    }
    return Optional.empty();
  }

  /** Returns the failure of claims that makes the scheduler give a pod up on a node. */
  public Optional<RejectionDetail> failure(Node node, List<ResourceClaim> claims) {
    try {
      Optional<List<DeviceAllocation>> unused = allocate(node, claims);
      return Optional.empty();
    } catch (AllocationException e) {
      return Optional.of(e.failure());
    }
  }

  /** Returns why claims that can't be allocated on a node can't. */
  public RejectionDetail shortage(Node node, List<ResourceClaim> claims) {
    List<Pool> ofNode = pools.of(node);
    DeviceTally tally =
        new DeviceTally(
            validation(node, ofNode),
            selection,
            node,
            ofNode,
            () -> nothingTaken(List.of(List.of())),
            this::holder);
    try {
      return new ShortageSearch(c -> canAllocate(node, ofNode, c), tally, claims).find();
    } catch (AllocationException e) {
      return e.failure();
    }
  }

  /**
   * Returns whether these claims make the scheduler give a pod up on no node, regardless of counts
   * and tolerations. This holds if no expression can fail for a device and no request is for all
   * devices.
   */
  public boolean failsNowhere(List<ResourceClaim> claims) {
    for (ResourceClaim claim : claims) {
      for (DeviceRequest request : claim.requests()) {
        for (DeviceSubRequest wanted : request.alternatives()) {
          Optional<DeviceClass> deviceClass =
              cluster.find(DeviceClass.class, "", wanted.deviceClassName());
          if (wanted.isForAll()
              || deviceClass.isEmpty()
              || selection.mayFail(
                  RequestAlternative.of(claim, request, wanted, deviceClass.get()),
                  cluster.list(ResourceSlice.class))) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private boolean canAllocate(Node node, List<Pool> ofNode, List<ResourceClaim> claims) {
    try {
      return search(node, ofNode, claims).isPresent();
    } catch (AllocationException | NotModelledException e) {
      return false;
    }
  }

  private String holder(DeviceId device) {
    if (holders.isEmpty()) {
      for (ResourceClaim claim : cluster.list(ResourceClaim.class)) {
        claim
            .allocation()
            .ifPresent(
                a ->
                    a.results().stream()
                        .filter(r -> !r.adminAccess())
                        .forEach(
                            r ->
                                holders.putIfAbsent(
                                    DeviceId.of(r), DeviceSelection.nameOf(claim))));
      }
    }
    return holders.getOrDefault(device, "");
  }

  private Optional<TakenDevices> search(Node node, List<Pool> ofNode, List<ResourceClaim> claims)
      throws AllocationException {
    RequestValidation validation = validation(node, ofNode);
    List<List<List<RequestAlternative>>> requests = new ArrayList<>();
    List<List<AttributeConstraint>> constraints = new ArrayList<>();
    for (ResourceClaim claim : claims) {
      requests.add(validation.requests(claim));
      constraints.add(
          claim.devices().constraints().stream().map(AttributeConstraint::new).toList());
    }
    TakenDevices taken = nothingTaken(constraints);
    return new AllocationSearch(selection, node, requests, candidates(ofNode), taken).run()
        ? Optional.of(taken)
        : Optional.empty();
  }

  private RequestValidation validation(Node node, List<Pool> ofNode) {
    return new RequestValidation(cluster, features, allocated, selection, node, ofNode);
  }

  private TakenDevices nothingTaken(List<List<AttributeConstraint>> constraints) {
    return new TakenDevices(features, allocated, new Counters(allocated, counters), constraints);
  }

  private static List<Candidate> candidates(List<Pool> pools) {
    List<Candidate> candidates = new ArrayList<>();
    for (Pool pool : pools) {
      pool.devices().forEach(d -> candidates.add(new Candidate(d, pool)));
    }
    return candidates;
  }

  private static DeviceAllocation allocation(TakenDevices taken, int claim, Node node) {
    return new DeviceAllocation(
        taken.of(claim).stream().map(taken::result).toList(),
        AllocatedNodes.of(
            taken.of(claim).stream().map(d -> d.candidate().device()).toList(), node));
  }
}
