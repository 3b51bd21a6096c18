package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.NodeLocalFilter;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;

/**
 * Keeps pods from cordoned nodes, unless they tolerate the taint that stands for it.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go}.
 */
public final class NodeUnschedulable implements FilterPlugin {
  private static final String NAME = "NodeUnschedulable";
  private static final Rejection UNSCHEDULABLE =
      Rejection.unresolvable(NAME, "node(s) were unschedulable");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo pod, Snapshot snapshot) {
    if (Tolerations.tolerateUnschedulable(pod.pod().spec().tolerations())) {
      return PreFilterResult.skip();
    }
    return PreFilterResult.check(new Cordons());
  }

  private record Cordons() implements NodeLocalFilter {
    @Override
    public Status filter(NodeInfo node) {
      return node.node().unschedulable() ? UNSCHEDULABLE : Status.Success.SUCCESS;
    }
  }
}
