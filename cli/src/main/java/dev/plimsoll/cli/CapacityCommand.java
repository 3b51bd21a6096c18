package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.kube.report.CapacityReport;
import dev.plimsoll.model.capacity.Pool;
import dev.plimsoll.model.capacity.Pools;
import dev.plimsoll.model.whatif.World;
import java.io.PrintWriter;
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
      "Groups the nodes into pools (product, taints, size) and says what each has and has free."
    },
    footer = {
      "",
      "FITS 1/2/4/8: how many pods of 1, 2, 4 and 8 units would still fit, by this resource alone.",
      "WITHHELD: free, but on nodes that are cordoned or not ready.",
      "Example: plimsoll capacity --snapshot examples/gpu-tenants.json"
    })
final class CapacityCommand extends ClusterCommand {
  /** Only picocli makes one. */
  CapacityCommand() {}

  @Override
  Answer answer(World world) {
    List<Pool> pools = Pools.of(world.cluster());
    return new Answer(
        () -> CapacityReport.of(pools, world.cluster()), out -> print(out, pools), false);
  }

  private void print(PrintWriter out, List<Pool> pools) {
    if (pools.isEmpty()) {
      out.println("There are no nodes.");
      return;
    }
    Table table =
        new Table(
            "pool",
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
    for (Pool pool : pools) {
      table.row(
          pool.product(),
          pool.taints().stream().map(CapacityReport::taint).collect(Collectors.joining(",")),
          output.wide() ? String.join(",", pool.nodes()) : pool.nodes().size(),
          pool.resource(),
          pool.perNode(),
          pool.total(),
          pool.placed(),
          pool.free(),
          pool.withheld(),
          pool.largestBlock(),
          fits(pool.fitting()));
    }
    output.print(out, table);
  }

  private static String fits(Map<Integer, Long> fitting) {
    return new TreeMap<>(fitting)
        .values().stream().map(String::valueOf).collect(Collectors.joining("/"));
  }
}
