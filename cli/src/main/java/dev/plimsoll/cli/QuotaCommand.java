package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.kube.report.QuotaReport;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.usage.QuotaUsage;
import dev.plimsoll.model.usage.QuotaUsages;
import dev.plimsoll.model.whatif.World;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code plimsoll quota}. */
@Command(
    name = "quota",
    mixinStandardHelpOptions = true,
    description = {
      "Says per namespace and key what is allowed and used, and what of that really runs."
    },
    footer = {
      "",
      "PLACED, PENDING: what pods with and without a node are charged. RESERVED: admitted, not yet in",
      "the status. NODES GIVE: what nodes that take pods have free of it, whoever gets it.",
      "BINDS: * where no other quota of the namespace leaves less.",
      "Example: plimsoll quota --snapshot examples/gpu-tenants.json -n research"
    },
    subcommands = QuotaDescribeCommand.class)
final class QuotaCommand extends ClusterCommand {
  /** Only picocli makes one. */
  QuotaCommand() {}

  @Override
  Answer answer(World world) {
    List<QuotaUsage> usages =
        cluster
            .namespace()
            .map(n -> QuotaUsages.of(world.cluster(), n))
            .orElseGet(() -> QuotaUsages.of(world.cluster()));
    return new Answer(
        () -> QuotaReport.of(usages, world.cluster()), out -> print(out, usages), false);
  }

  private void print(PrintWriter out, List<QuotaUsage> usages) {
    if (usages.isEmpty()) {
      out.println("There are no quotas.");
      return;
    }
    Table table =
        new Table(
            "namespace",
            "quota",
            "key",
            "hard",
            "used",
            "placed",
            "pending",
            "reserved",
            "nodes give",
            "binds");
    for (QuotaUsage usage : usages) {
      table.row(
          usage.namespace(),
          usage.quota(),
          usage.key(),
          usage.hard(),
          usage.used().map(Quantity::toString).orElse(""),
          usage.placed(),
          usage.pending(),
          usage.reserved(),
          usage.available().map(Quantity::toString).orElse(""),
          usage.binds() ? "*" : "");
    }
    output.print(out, table);
  }
}
