package dev.plimsoll.cli;

import dev.plimsoll.cli.output.ControlCharacters;
import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kubernetes.capacity.FlavorCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import java.util.List;

/** The flavors of Kueue, as a table. */
final class FlavorTable {
  private final OutputOptions output;
  private final boolean areNodesKnown;
  private final boolean isPlacedKnown;
  private final boolean areQueuesKnown;

  FlavorTable(OutputOptions output, Cluster cluster) {
    this.output = output;
    this.areNodesKnown = cluster.covers(Node.RESOURCE) && cluster.covers(ResourceFlavor.RESOURCE);
    this.isPlacedKnown = areNodesKnown && cluster.covers(Pod.RESOURCE);
    this.areQueuesKnown = cluster.covers(ClusterQueue.RESOURCE);
  }

  void print(TerminalPrinter out, List<FlavorCapacity> flavors) {
    if (flavors.isEmpty()) {
      out.println(
          areQueuesKnown
              ? "No ClusterQueue or Cohort has a quota."
              : "ClusterQueues were not read.");
      return;
    }
    Table table =
        new Table(
            "flavor",
            "resource",
            "quotas",
            "nominal",
            "reserved",
            "nodes",
            "total",
            "placed",
            "free",
            "withheld",
            "largest block");
    flavors.forEach(f -> table.row(cells(f)));
    output.print(out, table);
    flavors.stream()
        .filter(f -> areNodesKnown && !f.isDefined())
        .map(f -> f.key().flavor())
        .distinct()
        .forEach(
            f ->
                out.wrapped(ControlCharacters.escaped("ResourceFlavor " + f + " does not exist.")));
  }

  private Object[] cells(FlavorCapacity flavor) {
    return new Object[] {
      flavor.key().flavor(),
      flavor.key().resource(),
      output.wide() ? String.join(", ", flavor.quotas()) : flavor.quotas().size(),
      flavor.nominal(),
      flavor.reserved(),
      known(
          areNodesKnown, output.wide() ? String.join(",", flavor.nodes()) : flavor.nodes().size()),
      known(areNodesKnown, flavor.total()),
      known(isPlacedKnown, flavor.placed()),
      known(isPlacedKnown, flavor.free()),
      known(isPlacedKnown, flavor.withheld()),
      known(isPlacedKnown, flavor.largestBlock())
    };
  }

  private static Object known(boolean isKnown, Object value) {
    return isKnown ? value : UnreadText.MARK;
  }
}
