package dev.plimsoll.model.placement.plugin;

import dev.plimsoll.model.placement.FilterPlugin;
import dev.plimsoll.model.placement.LocalFilter;
import dev.plimsoll.model.placement.NodeInfo;
import dev.plimsoll.model.placement.PodInfo;
import dev.plimsoll.model.placement.PreFilterResult;
import dev.plimsoll.model.placement.Rejection;
import dev.plimsoll.model.placement.Snapshot;
import dev.plimsoll.model.placement.Status;

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

  private record Named(String wanted) implements LocalFilter {
    @Override
    public Status filter(NodeInfo node) {
      return node.name().equals(wanted) ? Status.Success.SUCCESS : OTHER_NODE;
    }
  }
}
