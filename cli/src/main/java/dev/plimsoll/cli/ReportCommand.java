package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Documents;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.price.PriceList;
import dev.plimsoll.kube.report.StateReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.hours.DeviceRow;
import dev.plimsoll.model.hours.DeviceRules;
import dev.plimsoll.model.hours.DeviceStates;
import dev.plimsoll.model.hours.StateGrouping;
import dev.plimsoll.model.hours.StateLine;
import dev.plimsoll.model.hours.StateLines;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code plimsoll report}. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the state of every physical device: broken, withheld, reserved, allocated, wanted by"
          + " a pod that something keeps from it, or free. The states add up to capacity."
    },
    footer = {
      "",
      "quota, share, gated: free, and a pod would get the device without its quota, share or gate.",
      "fragmented: free, and a pod wants it that needs more devices, CPU or memory on one node.",
      "constraints: free, and a pod wants it that selectors, taints or other rules keep away.",
      "other: free, and a pod wants it that waits for another cause. free: no pod wants it.",
      "LEFT: what is left of the capacity below each line.",
      "Examples:",
      "  plimsoll report --snapshot examples/gpu-tenants.json",
      "  plimsoll report --by tenant --prices prices.yaml --snapshot examples/gpu-tenants.json"
    })
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--by",
      paramLabel = "GROUP",
      description = "Divide the devices by tenant, namespace, pool or product.")
  private @Nullable ReportGrouping by;

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description = "A file with a currency and the price of a device for an hour, by product.")
  private @Nullable Path prices;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description =
          "table, json, yaml, markdown or csv (default: table). json and yaml are stable API.")
  private ReportFormat format;

  @Option(names = "--no-headers", description = "Print tables without their header line.")
  private boolean noHeaders;

  /** Only picocli makes one. */
  ReportCommand() {}

  @Override
  public Integer call() {
    PriceList priceList = prices == null ? PriceList.NONE : PriceList.read(prices);
    Simulation simulation = cluster.read();
    Cluster read = simulation.cluster();
    List<CapacityPolicy> policies = cluster.capacityPolicies();
    DetectionContext context = new DetectionContext(simulation, "", cluster.holds(read));
    DeviceStates states =
        DeviceStates.of(context, DeviceRules.of(read, policies), policies, List.of());
    note(priceList.notes(states.amounts().keySet().stream().map(DeviceRow::kind).toList()));
    StateGrouping grouping = by == null ? StateGrouping.NONE : by.grouping();
    List<StateLine> lines =
        new StateLines(states.devices(), states::knows, priceList::of).by(grouping);
    TerminalPrinter out = Plimsoll.out(spec);
    ReportTable table =
        ReportTable.of(
            lines,
            by == null ? "" : by.name(),
            "devices",
            priceList.isEmpty() ? "" : priceList.currency() + " per hour");
    switch (format) {
      case table -> print(out, states, read, table);
      case json ->
          out.print(
              Documents.json(StateReport.of(states, lines, priceList.currency(), read)));
      case yaml ->
          out.print(
              Documents.yaml(StateReport.of(states, lines, priceList.currency(), read)));
      case markdown -> out.print(table.markdown());
      case csv -> out.print(table.csv());
    }
    out.flush();
    List<Unexamined> unexamined = context.examination().failures();
    return unexamined.isEmpty()
        ? ExitCode.OK
        : ErrorReporter.unexamined(unexamined, spec.commandLine());
  }

  private void note(List<String> notes) {
    notes.forEach(n -> spec.commandLine().getErr().println("note: " + n));
  }

  private void print(
      TerminalPrinter out, DeviceStates states, Cluster read, ReportTable table) {
    if (!read.covers(Node.RESOURCE)) {
      out.println("Nodes were not read.");
    } else if (table.rows().isEmpty()) {
      out.println("No node has devices.");
    } else {
      out.wrapped("Physical devices as of " + read.asOf() + ".");
      out.println();
      out.table(table.table(), !noHeaders, false);
    }
    new UnreadText(out, cluster.isLive()).print(states.unread().and(states.unreadWants()));
  }
}
