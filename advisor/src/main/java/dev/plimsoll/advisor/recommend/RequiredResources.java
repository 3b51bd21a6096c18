package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.util.List;

/** The resources that a snapshot must have before quotas may be changed by it. */
public final class RequiredResources {
  private static final List<GroupResource> ALL =
      List.of(
          Node.RESOURCE,
          Pod.RESOURCE,
          Namespace.RESOURCE,
          ResourceQuota.RESOURCE,
          LimitRange.RESOURCE);

  private RequiredResources() {}

  /** Returns the resources that were not read. */
  public static List<GroupResource> unread(Cluster cluster) {
    return ALL.stream().filter(r -> !cluster.covers(r)).toList();
  }

  /**
   * Checks that there is something to divide: nodes, or nodes that an autoscaler may add.
   *
   * @throws InputException if nodes were not read, or there are none
   */
  public static void requireNodes(Cluster cluster, CapacityPolicy policy) {
    boolean mayCome =
        cluster.covers(Node.RESOURCE)
            && policy.pools().stream().anyMatch(p -> p.autoscaling().isPresent());
    if (cluster.nodes().isEmpty() && !mayCome) {
      throw new InputException(
          cluster.covers(Node.RESOURCE)
              ? "the cluster has no nodes, so there is nothing to divide."
              : "nodes were not read, so the capacity is unknown; grant the verb list on nodes"
                  + " at cluster scope, or add nodes to the snapshot.");
    }
  }
}
