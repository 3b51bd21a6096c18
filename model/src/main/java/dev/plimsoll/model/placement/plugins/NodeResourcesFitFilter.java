package dev.plimsoll.model.placement.plugins;

import dev.plimsoll.model.placement.framework.NodeLocalFilter;
import dev.plimsoll.model.placement.framework.Rejection;
import dev.plimsoll.model.placement.framework.Status;
import dev.plimsoll.model.placement.snapshot.NodeInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether one pod's requests fit. Nodes that lack the same resources in the same way share a
 * rejection, which is found by a pattern: a bit for each resource, and one for "even the empty node
 * had not enough".
 */
final class NodeResourcesFitFilter implements NodeLocalFilter {
  private static final int MOST_IN_PATTERN = Long.SIZE - 3;
  private static final long TOO_MANY_PODS = 1;
  private static final long UNRESOLVABLE = 2;
  private static final int FIRST_RESOURCE = 2;

  private final ResourceRequest[] requests;
  private final Map<Long, Rejection> rejections = new ConcurrentHashMap<>();

  NodeResourcesFitFilter(List<ResourceRequest> requests) {
    this.requests = requests.toArray(ResourceRequest[]::new);
  }

  @Override
  public Status filter(NodeInfo node) {
    long pattern = hasTooManyPods(node) ? TOO_MANY_PODS : 0;
    for (int i = 0; i < requests.length; i++) {
      if (!requests[i].fits(node)) {
        pattern |= 1L << (FIRST_RESOURCE + Math.min(i, MOST_IN_PATTERN));
        pattern |= requests[i].exceedsCapacity(node) ? UNRESOLVABLE : 0;
      }
    }
    if (pattern == 0) {
      return Status.Success.SUCCESS;
    }
    return requests.length > MOST_IN_PATTERN
        ? rejection(node)
        : rejections.computeIfAbsent(pattern, p -> rejection(node));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeResourcesFitFilter filter
        && Arrays.equals(requests, filter.requests);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(requests);
  }

  private Rejection rejection(NodeInfo node) {
    List<String> reasons = new ArrayList<>();
    boolean unresolvable = false;
    if (hasTooManyPods(node)) {
      reasons.add("Too many pods");
    }
    for (ResourceRequest request : requests) {
      if (!request.fits(node)) {
        reasons.add("Insufficient " + request.name());
        unresolvable |= request.exceedsCapacity(node);
      }
    }
    return new Rejection(
        NodeResourcesFit.NAME,
        unresolvable ? Rejection.Code.UNSCHEDULABLE_AND_UNRESOLVABLE : Rejection.Code.UNSCHEDULABLE,
        reasons);
  }

  private static boolean hasTooManyPods(NodeInfo node) {
    return node.pods().size() + 1 > node.allowedPods();
  }
}
