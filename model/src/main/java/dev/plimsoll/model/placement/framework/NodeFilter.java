package dev.plimsoll.model.placement.framework;

import dev.plimsoll.model.placement.snapshot.NodeInfo;
import dev.plimsoll.model.placement.snapshot.PodInfo;
import java.util.Optional;

/**
 * What a plug-in has worked out for one pod: the filter over nodes.
 *
 * <p>Where the result depends on more pods than those of the node asked for, it is kept right by
 * {@link #with} and {@link #without}, which give a changed copy. A node given to them, and to
 * {@link #filter} afterwards, already shows the change.
 *
 * <p>Source: {@code FilterPlugin.Filter} and {@code PreFilterExtensions} in {@code
 * staging/src/k8s.io/kube-scheduler/framework/interface.go}.
 */
@FunctionalInterface
public interface NodeFilter {

  /** Returns whether the pod may go to the node. */
  Status filter(NodeInfo node);

  /** Returns what else can be told of the rejection of a node, if it is this filter's. */
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
