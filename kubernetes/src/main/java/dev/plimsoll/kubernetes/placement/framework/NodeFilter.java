package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import java.util.Optional;

/**
 * The filter over nodes that a plug-in computes for one pod.
 *
 * <p>If the result depends on pods of other nodes too, {@link #with} and {@link #without} return an
 * updated copy. A node given to them, and to {@link #filter} afterwards, already shows the change.
 *
 * <p>Source: {@code FilterPlugin.Filter} and {@code PreFilterExtensions} in {@code
 * staging/src/k8s.io/kube-scheduler/framework/interface.go}.
 */
@FunctionalInterface
public interface NodeFilter {

  /** Returns whether the pod may go to the node. */
  Status filter(NodeInfo node);

  /** Returns whether {@link #detail} ever gives details. */
  default boolean hasDetails() {
    return false;
  }

  /** Returns details on the rejection of a node, if this filter rejected it. */
  default Optional<RejectionDetail> detail(NodeInfo node, Rejection rejection) {
    return Optional.empty();
  }

  /** Returns the filter for the case that another pod were on the node. */
  default NodeFilter with(PodInfo added, NodeInfo node) {
    return this;
  }

  /** Returns the filter for the case that a pod were not on the node. */
  default NodeFilter without(PodInfo removed, NodeInfo node) {
    return this;
  }
}
