package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.NodeLocalFilter;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;

/**
 * Keeps a pod that names its node from all others.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/nodename/node_name.go}.
 */
public final class NodeName implements FilterPlugin {
  private static final String NAME = "NodeName";
  private static final Rejection OTHER_NODE =
      Rejection.unresolvable(NAME, "node(s) didn't match the requested node name");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo pod, Snapshot snapshot) {
    String wanted = pod.pod().spec().nodeName();
    return wanted.isEmpty() ? PreFilterResult.skip() : PreFilterResult.check(new Named(wanted));
  }

  private record Named(String wanted) implements NodeLocalFilter {
    @Override
    public Status filter(NodeInfo node) {
      return node.name().equals(wanted) ? Status.Success.SUCCESS : OTHER_NODE;
    }
  }
}
