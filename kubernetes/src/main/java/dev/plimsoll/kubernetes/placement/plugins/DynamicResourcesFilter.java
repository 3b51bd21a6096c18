package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.placement.dra.AllocationException;
import dev.plimsoll.kubernetes.placement.dra.DeviceAllocator;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage;
import dev.plimsoll.kubernetes.placement.framework.NodeFilter;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.NodeSelectors;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Whether a pod's claims get their devices on a node, or have got devices that can be reached from
 * there.
 *
 * <p>Source: {@code Filter} in {@code
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go}.
 */
final class DynamicResourcesFilter implements NodeFilter {
  static final String EXTENDED_CLAIM = "<extended-resources>";
  static final Rejection UNAVAILABLE =
      Rejection.unresolvable(DynamicResources.NAME, "resourceclaim not available on the node");
  static final Rejection LEFTOVER =
      Rejection.unresolvable(DynamicResources.NAME, "cannot schedule extended resource claim");
  private static final Rejection NOT_ALLOCATED =
      Rejection.unresolvable(DynamicResources.NAME, "cannot allocate all claims");

  private final Pod pod;
  private final List<ResourceClaim> claims;
  private final Map<ResourceName, DeviceClass> provided;
  private final Map<ResourceName, Integer> indexes;
  private final boolean hasLeftover;
  private final Set<ResourceClaim> unprepared;
  private final DeviceAllocator allocator;
  private final Map<List<ResourceClaim>, Boolean> failsNowhere = new ConcurrentHashMap<>();

  /**
   * Makes a filter.
   *
   * @param provided the classes by the resources that the pod requests and they provide
   * @param indexes where these resources stand in a node's
   */
  DynamicResourcesFilter(
      Pod pod,
      List<ResourceClaim> claims,
      Map<ResourceName, DeviceClass> provided,
      Map<ResourceName, Integer> indexes,
      Cluster cluster,
      DeviceAllocator allocator) {
    this.pod = pod;
    this.claims = claims;
    this.provided = provided;
    this.indexes = indexes;
    this.hasLeftover = !provided.isEmpty() && ExtendedResourceClaim.find(pod, cluster).isPresent();
    this.unprepared =
        claims.stream()
            .filter(c -> BindingConditions.of(c, cluster).isGivenUp())
            .collect(Collectors.toUnmodifiableSet());
    this.allocator = allocator;
  }

  @Override
  public Status filter(NodeInfo node) {
    if (hasLeftover) {
      return LEFTOVER;
    }
    List<ResourceClaim> open = toAllocate(node);
    try {
      if (!open.isEmpty() && allocator.allocate(node.node(), open).isEmpty()) {
        return NOT_ALLOCATED;
      }
    } catch (AllocationException e) {
      String message = String.valueOf(e.getMessage());
      return e.isOnlyForNode()
          ? Rejection.unresolvable(DynamicResources.NAME, message)
          : Rejection.error(DynamicResources.NAME, message);
    }
    return unprepared.isEmpty() && claims.stream().allMatch(c -> isAvailable(c, node))
        ? Status.Success.SUCCESS
        : UNAVAILABLE;
  }

  @Override
  public boolean hasDetails() {
    return true;
  }

  @Override
  public Optional<RejectionDetail> detail(NodeInfo node, Rejection rejection) {
    if (!rejection.plugin().equals(DynamicResources.NAME) || rejection.equals(LEFTOVER)) {
      return Optional.empty();
    }
    List<ResourceClaim> open = toAllocate(node);
    if (rejection.code() == Rejection.Code.ERROR) {
      return allocator.failure(node.node(), open);
    }
    Optional<RejectionDetail> shortage =
        rejection.equals(UNAVAILABLE)
            ? Optional.empty()
            : Optional.of(allocator.shortage(node.node(), open));
    List<String> elsewhere =
        claims.stream().filter(c -> !isAvailable(c, node)).map(ResourceClaim::name).toList();
    if (shortage.isPresent()) {
      return shortage.map(d -> remedied(d, open, elsewhere));
    }
    if (!unprepared.isEmpty()) {
      return Optional.of(
          new ClaimsUnprepared(unprepared.stream().map(ResourceClaim::name).sorted().toList()));
    }
    return elsewhere.isEmpty() ? Optional.empty() : Optional.of(new ClaimsElsewhere(elsewhere));
  }

  /**
   * Keeps a shortage's remedies only if they would let the pod be placed. They are dropped if
   * another claim is unusable, if devices serve the pod's extended resources, or if another node
   * might fail the pod.
   */
  private RejectionDetail remedied(
      RejectionDetail detail, List<ResourceClaim> open, List<String> elsewhere) {
    return detail instanceof DeviceShortage shortage
            && shortage.hasRemedies()
            && !(elsewhere.isEmpty()
                && unprepared.isEmpty()
                && provided.isEmpty()
                && failsNowhere(open))
        ? shortage.withoutRemedies()
        : detail;
  }

  private boolean failsNowhere(List<ResourceClaim> open) {
    return failsNowhere.computeIfAbsent(open, allocator::failsNowhere);
  }

  static boolean isAvailable(ResourceClaim claim, NodeInfo node) {
    Optional<NodeSelector> nodes = claim.allocation().flatMap(DeviceAllocation::nodeSelector);
    return nodes.isEmpty() || NodeSelectors.matches(nodes.get(), node.node());
  }

  /**
   * Returns the claims without devices. The last may stand for the extended resources that the node
   * itself lacks.
   */
  List<ResourceClaim> toAllocate(NodeInfo node) {
    List<ResourceClaim> open = new ArrayList<>();
    claims.stream().filter(c -> c.allocation().isEmpty()).forEach(open::add);
    Map<ResourceName, DeviceClass> byDevices = new TreeMap<>(provided);
    byDevices.keySet().removeIf(name -> hasItself(node, name));
    if (!byDevices.isEmpty()) {
      List<DeviceRequest> requests = ExtendedResourceRequests.of(pod.spec(), byDevices);
      open.add(ResourceClaim.of(ObjectMeta.of(pod.namespace(), EXTENDED_CLAIM), requests));
    }
    return open;
  }

  private boolean hasItself(NodeInfo node, ResourceName name) {
    Integer index = indexes.get(name);
    return index != null && index >= 0 && node.allocatable().get(index) != 0;
  }

  /** Returns the allocations on a node of the claims without devices, in their order. */
  Optional<List<DeviceAllocation>> allocations(NodeInfo node) {
    try {
      return allocator.allocate(node.node(), toAllocate(node));
    } catch (AllocationException e) {
      return Optional.empty();
    }
  }

  /** Returns the claims once they have got their devices on a node, as far as they can. */
  List<ResourceClaim> reserved(NodeInfo node) {
    List<ResourceClaim> open = toAllocate(node);
    List<DeviceAllocation> got = allocations(node).orElse(List.of());
    List<ResourceClaim> reserved = new ArrayList<>();
    for (int i = 0; i < got.size(); i++) {
      reserved.add(named(open.get(i)).reserved(got.get(i), pod));
    }
    claims.forEach(c -> c.allocation().ifPresent(a -> reserved.add(c.reserved(a, pod))));
    return reserved;
  }

  private ResourceClaim named(ResourceClaim claim) {
    return claim.name().equals(EXTENDED_CLAIM)
        ? claim.withMetadata(
            ObjectMeta.builder()
                .namespace(pod.namespace())
                .name(pod.name() + "-extended-resources")
                .annotations(Map.of(ResourceClaim.EXTENDED_RESOURCE_ANNOTATION, "true"))
                .owners(
                    List.of(
                        new OwnerReference("v1", "Pod", pod.name(), pod.metadata().uid(), true)))
                .build())
        : claim;
  }
}
