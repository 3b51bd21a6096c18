package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.report.CapacityReport;
import dev.plimsoll.model.capacity.NodeGroup;
import dev.plimsoll.model.capacity.NodeGroups;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Taint;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code plimsoll capacity}. */
@Command(
    name = "capacity",
    mixinStandardHelpOptions = true,
    description = {
      "Groups the nodes by product, taints and size, and shows what each group has and has free."
    },
    footer = {
      "",
      "FITS 1/2/4/8: how many pods of 1, 2, 4 and 8 units would still fit, by this resource alone.",
      "WITHHELD: free on nodes that are cordoned, not ready, or tainted by Kubernetes itself.",
      "Example: plimsoll capacity --snapshot examples/gpu-tenants.json"
    })
final class CapacityCommand extends ClusterCommand {
  /** Only picocli makes one. */
  CapacityCommand() {}

  @Override
  CommandResult answer(Simulation simulation) {
    List<NodeGroup> nodeGroups = NodeGroups.of(simulation.cluster());
    return new CommandResult(
        () -> CapacityReport.of(nodeGroups, simulation.cluster()),
        out -> {
          print(out, nodeGroups, simulation.cluster());
          new UnreadText(out, cluster.isLive()).print(NodeGroups.unread(simulation.cluster()));
        },
        false);
  }

  private void print(TerminalPrinter out, List<NodeGroup> nodeGroups, Cluster snapshot) {
    if (nodeGroups.isEmpty()) {
      out.println(snapshot.covers(Node.RESOURCE) ? "No nodes found." : "Nodes were not read.");
      return;
    }
    boolean isPlacedKnown = snapshot.covers(Pod.RESOURCE);
    Table table =
        new Table(
            "product",
            "taints",
            "nodes",
            "resource",
            "per node",
            "total",
            "placed",
            "free",
            "withheld",
            "largest block",
            "fits 1/2/4/8");
    for (NodeGroup nodeGroup : nodeGroups) {
      table.row(
          nodeGroup.product(),
          nodeGroup.taints().stream().map(Taint::text).collect(Collectors.joining(",")),
          output.wide() ? String.join(",", nodeGroup.nodes()) : nodeGroup.nodes().size(),
          nodeGroup.resource(),
          nodeGroup.perNode(),
          nodeGroup.total(),
          isPlacedKnown ? nodeGroup.placed() : UnreadText.MARK,
          isPlacedKnown ? nodeGroup.free() : UnreadText.MARK,
          isPlacedKnown ? nodeGroup.withheld() : UnreadText.MARK,
          isPlacedKnown ? nodeGroup.largestBlock() : UnreadText.MARK,
          isPlacedKnown ? fits(nodeGroup.fitting()) : UnreadText.MARK);
    }
    output.print(out, table);
  }

  private static String fits(Map<Integer, Long> fitting) {
    return new TreeMap<>(fitting)
        .values().stream().map(String::valueOf).collect(Collectors.joining("/"));
  }
}
