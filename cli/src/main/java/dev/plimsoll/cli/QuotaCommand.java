package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.report.QuotaReport;
import dev.plimsoll.model.quota.QuotaKeyUsage;
import dev.plimsoll.model.quota.QuotaKeyUsages;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code plimsoll quota}. */
@Command(
    name = "quota",
    mixinStandardHelpOptions = true,
    description = {
      "Shows per namespace and key what is allowed and used, and how much of that runs."
    },
    footer = {
      "",
      "RESERVED: what is held besides USED for objects that were admitted and aren't observed yet,",
      "where the cluster has QuotaLedgers.",
      "PLACED, PENDING: what pods with and without a node are charged. NODES GIVE: what nodes that",
      "take pods have free of it, whoever gets it.",
      "BINDS: * where no other quota of the namespace leaves less.",
      "Example: plimsoll quota --snapshot examples/gpu-tenants.json -n research"
    },
    subcommands = QuotaDescribeCommand.class)
final class QuotaCommand extends ClusterCommand {
  /** Only picocli makes one. */
  QuotaCommand() {}

  @Override
  CommandResult answer(Simulation simulation) {
    List<QuotaKeyUsage> usages =
        cluster
            .namespace()
            .map(n -> QuotaKeyUsages.of(simulation.cluster(), n))
            .orElseGet(() -> QuotaKeyUsages.of(simulation.cluster()));
    return new CommandResult(
        () -> QuotaReport.of(usages, simulation.cluster(), cluster.namespace().orElse("")),
        out -> {
          print(out, usages);
          new UnreadText(out, cluster.isLive())
              .print(QuotaKeyUsages.unread(simulation.cluster(), cluster.namespace().orElse("")));
        },
        false);
  }

  private void print(TerminalPrinter out, List<QuotaKeyUsage> usages) {
    if (usages.isEmpty()) {
      out.println("No quotas in what was read.");
      return;
    }
    output.print(out, QuotaTable.of(usages));
  }
}
