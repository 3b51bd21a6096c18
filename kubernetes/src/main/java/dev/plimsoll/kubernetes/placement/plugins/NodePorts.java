package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.NodeLocalFilter;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.HostPort;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps pods from nodes where a host port they want is taken.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/nodeports/node_ports.go}.
 */
public final class NodePorts implements FilterPlugin {
  private static final String NAME = "NodePorts";
  private static final int MOST_TOLD = 3;
  private static final Rejection TAKEN =
      Rejection.unschedulable(NAME, "node(s) didn't have free ports for the requested pod ports");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo pod, Snapshot snapshot) {
    List<HostPort> wanted = pod.hostPorts();
    return wanted.isEmpty()
        ? PreFilterResult.skip()
        : PreFilterResult.check(new Free(wanted, pod.pod().namespace()));
  }

  private record Free(List<HostPort> wanted, String namespace) implements NodeLocalFilter {
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

    @Override
    public boolean hasDetails() {
      return true;
    }

    /** Names the ports that are taken, and no pod of another namespace. */
    @Override
    public Optional<RejectionDetail> detail(NodeInfo node, Rejection rejection) {
      if (!rejection.equals(TAKEN)) {
        return Optional.empty();
      }
      Set<String> taken = new TreeSet<>();
      for (PodInfo other : node.pods()) {
        for (HostPort port : other.hostPorts()) {
          if (taken.size() < MOST_TOLD && wanted.stream().anyMatch(port::conflictsWith)) {
            taken.add(
                "host port %d/%s is taken by pods of %s"
                    .formatted(
                        port.port(),
                        port.protocol(),
                        other.pod().namespace().equals(namespace)
                            ? "namespace " + namespace
                            : "other namespaces"));
          }
        }
      }
      return taken.isEmpty()
          ? Optional.empty()
          : Optional.of(new UnmetConstraint(String.join(", ", taken)));
    }
  }
}
