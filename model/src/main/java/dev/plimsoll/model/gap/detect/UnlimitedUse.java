package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.gap.cost.GapCostBuilder;
import dev.plimsoll.model.gap.cost.WaitingSince;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A namespace's use beyond a dead quota key, and the pods of other namespaces that wait for that
 * amount.
 *
 * @param resource what nodes have
 * @param used what the namespace's placed pods request of it
 * @param beyond how much more that is than the key says
 * @param waiting pods of other namespaces that would fit on the same nodes and have none, up to
 *     that much
 */
record UnlimitedUse(ResourceName resource, Quantity used, Quantity beyond, List<Pod> waiting) {

  UnlimitedUse {
    waiting = List.copyOf(waiting);
  }

  /** Returns it if the namespace uses more than a dead key says, and no other key limits it. */
  static Optional<UnlimitedUse> of(
      DetectionContext context, ResourceQuota quota, ResourceName key) {
    Optional<ResourceName> live = QuotaKeys.enforcedInstead(key);
    boolean isLimited =
        live.isPresent()
            && context.cluster().list(ResourceQuota.class, quota.namespace()).stream()
                .anyMatch(q -> q.spec().hard().contains(live.get()));
    Optional<ResourceName> resource =
        live.flatMap(QuotaKeys::nodeResource).filter(ResourceName::isExtended);
    if (resource.isEmpty() || isLimited) {
      return Optional.empty();
    }
    Quantity used =
        context.cluster().list(Pod.class, quota.namespace()).stream()
            .filter(p -> p.isBound() && !p.isTerminal())
            .map(p -> DetectionContext.placedRequests(p).getOrZero(resource.get()))
            .reduce(Quantity.ZERO, Quantity::add);
    Quantity beyond = used.subtract(quota.spec().hard().getOrZero(key));
    return beyond.signum() > 0
        ? Optional.of(
            new UnlimitedUse(
                resource.get(),
                used,
                beyond,
                waiting(context, quota.namespace(), resource.get(), beyond)))
        : Optional.empty();
  }

  private static List<Pod> waiting(
      DetectionContext context, String namespace, ResourceName resource, Quantity most) {
    List<Pod> waiting = new ArrayList<>();
    Quantity left = most;
    Set<String> nodes =
        context.cluster().list(Pod.class, namespace).stream()
            .filter(p -> p.isBound() && !p.isTerminal())
            .filter(p -> DetectionContext.placedRequests(p).getOrZero(resource).signum() > 0)
            .map(p -> p.spec().nodeName())
            .collect(Collectors.toSet());
    for (UnschedulablePods pods : context.unschedulablePods()) {
      boolean wouldFit =
          pods.nodesRejectedBy(Set.of("NodeResourcesFit")).stream()
              .anyMatch(n -> nodes.contains(n.name()));
      for (Pod pod : wouldFit ? pods.stored() : List.<Pod>of()) {
        Quantity requested = DetectionContext.requests(pod).getOrZero(resource);
        if (!pod.namespace().equals(namespace)
            && requested.signum() > 0
            && requested.compareTo(left) <= 0) {
          waiting.add(pod);
          left = left.subtract(requested);
        }
      }
    }
    return waiting;
  }

  /** Returns it as the end of a sentence. */
  String sentence() {
    String more =
        "; pods of the namespace use "
            + used
            + " "
            + resource
            + ", "
            + beyond
            + " more than the key says";
    return waiting.isEmpty()
        ? more
        : more
            + ", while "
            + Counted.of(waiting.size(), "pod", "waits", "wait")
            + " for "
            + resource
            + " in "
            + String.join(", ", new TreeSet<>(waiting.stream().map(Pod::namespace).toList()));
  }

  void addTo(GapCostBuilder cost) {
    waiting.forEach(p -> cost.pending(DetectionContext.requests(p), WaitingSince.ofPod(p)));
  }
}
