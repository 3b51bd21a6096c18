package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.List;

/**
 * A resource of one of Kueue's ResourceFlavors: what queues promise, and what its nodes have.
 *
 * @param key the flavor and the resource
 * @param isDefined whether the ResourceFlavor exists
 * @param quotas the ClusterQueues and Cohorts with a nominal quota, each with its kind
 * @param nominal the sum of the nominal quotas
 * @param reserved what Workloads reserve, as Kueue counts
 * @param nodes the names of the nodes with the flavor's labels
 * @param total what these nodes have
 * @param placed what placed pods request of it, of Kueue or not
 * @param withheld what is free on nodes that take no pods
 * @param free what is free on nodes that do
 * @param largestBlock the most that is free on one node that takes pods
 */
public record FlavorCapacity(
    FlavorResource key,
    boolean isDefined,
    List<String> quotas,
    Quantity nominal,
    Quantity reserved,
    List<String> nodes,
    Quantity total,
    Quantity placed,
    Quantity withheld,
    Quantity free,
    Quantity largestBlock) {

  public FlavorCapacity {
    quotas = List.copyOf(quotas);
    nodes = List.copyOf(nodes);
  }
}
