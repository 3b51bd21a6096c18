package dev.plimsoll.model.placement.plugin;

import dev.plimsoll.model.placement.FilterPlugin;
import dev.plimsoll.model.placement.HostPort;
import dev.plimsoll.model.placement.LocalFilter;
import dev.plimsoll.model.placement.NodeInfo;
import dev.plimsoll.model.placement.PodInfo;
import dev.plimsoll.model.placement.PreFilterResult;
import dev.plimsoll.model.placement.Rejection;
import dev.plimsoll.model.placement.Snapshot;
import dev.plimsoll.model.placement.Status;
import java.util.List;

/**
 * Keeps pods from nodes where a host port they want is taken.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/nodeports/node_ports.go}.
 */
public final class NodePorts implements FilterPlugin {
  private static final String NAME = "NodePorts";
  private static final Rejection TAKEN =
      Rejection.unschedulable(NAME, "node(s) didn't have free ports for the requested pod ports");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo pod, Snapshot snapshot) {
    List<HostPort> wanted = pod.hostPorts();
    return wanted.isEmpty() ? PreFilterResult.skip() : PreFilterResult.check(new Free(wanted));
  }

  private record Free(List<HostPort> wanted) implements LocalFilter {
    @Override
    public Status filter(NodeInfo node) {
      for (HostPort used : node.usedPorts()) {
        for (HostPort port : wanted) {
          if (port.conflictsWith(used)) {
            return TAKEN;
          }
        }
      }
      return Status.Success.SUCCESS;
    }
  }
}
