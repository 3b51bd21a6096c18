package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How much a node is liked for the alternatives that requests get there: the earlier, the more.
 *
 * <p>Source: {@code computeScore} in {@code
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go}.
 */
final class DeviceScore {
  private static final int MOST_ALTERNATIVES = 8;

  private DeviceScore() {}

  static boolean hasAlternatives(ResourceClaim claim) {
    return claim.requests().stream().anyMatch(DeviceRequest::firstAvailable);
  }

  static long of(List<ResourceClaim> claims, DynamicResourcesFilter filter, NodeInfo node) {
    List<DeviceAllocation> allocations = filter.allocations(node).orElse(List.of());
    long score = 0;
    int next = 0;
    for (ResourceClaim claim : claims) {
      Optional<DeviceAllocation> allocation = claim.allocation();
      if (allocation.isEmpty() && next < allocations.size()) {
        allocation = Optional.of(allocations.get(next++));
      }
      Set<String> got = new HashSet<>();
      allocation.ifPresent(a -> a.results().forEach(r -> got.add(r.request())));
      for (DeviceRequest request : claim.requests()) {
        score += of(request, got);
      }
    }
    return score;
  }

  private static long of(DeviceRequest request, Set<String> got) {
    long score = 0;
    if (request.firstAvailable()) {
      for (int i = 0; i < request.alternatives().size(); i++) {
        if (got.contains(request.name() + "/" + request.alternatives().get(i).name())) {
          score += MOST_ALTERNATIVES - i;
        }
      }
    }
    return score;
  }
}
