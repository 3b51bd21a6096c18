package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.report.GapsReport;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.workload.Workloads;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code plimsoll gaps}. */
@Command(
    name = "gaps",
    mixinStandardHelpOptions = true,
    description = {"Lists every gap between quota and capacity, worst first, one per line."},
    footer = {
      "",
      "-o wide adds the first remedy that helps; -o json has the evidence and all remedies.",
      "docs/gaps.md says what each kind means.",
      "Example: plimsoll gaps --snapshot examples/gpu-tenants.json -n vision"
    })
final class GapsCommand extends ClusterCommand {
  /** Only picocli makes one. */
  GapsCommand() {}

  @Override
  CommandResult answer(Simulation simulation) {
    List<Finding> findings =
        cluster
            .namespace()
            .map(n -> GapFinder.find(simulation, n))
            .orElseGet(() -> GapFinder.find(simulation));
    return new CommandResult(
        () -> GapsReport.of(withRemedies(findings), simulation.cluster()),
        out -> print(out, findings),
        !findings.isEmpty());
  }

  private void print(TerminalPrinter out, List<Finding> findings) {
    if (findings.isEmpty()) {
      out.println("No gaps: quota and capacity agree.");
    } else if (output.wide()) {
      Table table =
          new Table("namespace", "kind", "object", "resource", "pods", "message", "remedy");
      for (Gap gap : withRemedies(findings)) {
        table.row(
            gap.namespace(),
            gap.kind(),
            Workloads.label(gap.object()),
            gap.resource(),
            gap.pods(),
            gap.message(),
            gap.remedies().stream()
                .filter(Remedy::helps)
                .findFirst()
                .map(Remedy::action)
                .orElse(""));
      }
      output.print(out, table);
    } else {
      Table table =
          new Table("namespace", "kind", "object", "resource", "message").optional("resource");
      for (Finding finding : findings) {
        Gap gap = finding.gap();
        table.row(
            gap.namespace(),
            gap.kind(),
            Workloads.label(gap.object()),
            gap.resource(),
            gap.message());
      }
      output.print(out, table);
    }
  }

  private static List<Gap> withRemedies(List<Finding> findings) {
    return findings.stream().map(Finding::withRemedies).toList();
  }
}
