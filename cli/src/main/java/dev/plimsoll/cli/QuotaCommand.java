package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.report.QuotaReport;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsage;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsages;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code plimsoll quota}. */
@Command(
    name = "quota",
    mixinStandardHelpOptions = true,
    description = {"Shows limit and usage of each quota key, and how much of the usage runs."},
    footer = {
      "",
      "RESERVED: held in addition to USED for admitted objects that aren't observed yet,",
      "if the cluster has QuotaLedgers.",
      "PLACED, PENDING: charges of pods with and without a node. NODES GIVE: what is free on"
          + " nodes",
      "that take pods, for all namespaces together.",
      "BINDS: * if no other quota of the namespace leaves less.",
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
