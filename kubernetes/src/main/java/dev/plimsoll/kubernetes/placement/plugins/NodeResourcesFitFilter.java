package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.NodeLocalFilter;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether one pod's requests fit. Nodes that lack the same resources in the same way share a
 * rejection, which is found by a pattern: a bit for each resource, and one for "even the empty node
 * had not enough".
 *
 * <p>Since Kubernetes 1.34, preemption doesn't look at nodes that had not enough when they were
 * empty.
 */
final class NodeResourcesFitFilter implements NodeLocalFilter {
  private static final int MOST_IN_PATTERN = Long.SIZE - 3;
  private static final long TOO_MANY_PODS = 1;
  private static final long UNRESOLVABLE = 2;
  private static final int FIRST_RESOURCE = 2;

  private final ResourceRequest[] requests;
  private final boolean knowsUnresolvable;
  private final Map<Long, Rejection> rejections = new ConcurrentHashMap<>();

  NodeResourcesFitFilter(List<ResourceRequest> requests, boolean knowsUnresolvable) {
    this.requests = requests.toArray(ResourceRequest[]::new);
    this.knowsUnresolvable = knowsUnresolvable;
  }

  @Override
  public Status filter(NodeInfo node) {
    long pattern = hasTooManyPods(node) ? TOO_MANY_PODS : 0;
    for (int i = 0; i < requests.length; i++) {
      if (!requests[i].fits(node)) {
        pattern |= 1L << (FIRST_RESOURCE + Math.min(i, MOST_IN_PATTERN));
        pattern |= isUnresolvable(requests[i], node) ? UNRESOLVABLE : 0;
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
        && knowsUnresolvable == filter.knowsUnresolvable
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
        unresolvable |= isUnresolvable(request, node);
      }
    }
    return new Rejection(
        NodeResourcesFit.NAME,
        unresolvable ? Rejection.Code.UNSCHEDULABLE_AND_UNRESOLVABLE : Rejection.Code.UNSCHEDULABLE,
        reasons);
  }

  private boolean isUnresolvable(ResourceRequest request, NodeInfo node) {
    return knowsUnresolvable && request.exceedsCapacity(node);
  }

  private static boolean hasTooManyPods(NodeInfo node) {
    return node.pods().size() + 1 > node.allowedPods();
  }
}
