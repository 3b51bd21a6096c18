package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.cli.output.Documents;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.hours.DeviceRecords;
import dev.plimsoll.kube.hours.RecordedHours;
import dev.plimsoll.kube.price.PriceList;
import dev.plimsoll.kube.report.CostlyState;
import dev.plimsoll.kube.report.SnapshotTime;
import dev.plimsoll.kube.report.StateReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.hours.DeviceRow;
import dev.plimsoll.model.hours.DeviceRules;
import dev.plimsoll.model.hours.DeviceStates;
import dev.plimsoll.model.hours.StateGrouping;
import dev.plimsoll.model.hours.StateLine;
import dev.plimsoll.model.hours.StateLines;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plimsoll report}. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the state of every physical device: broken, withheld, reserved, allocated, wanted by"
          + " a pod that something keeps from it, or free. The states add up to capacity.",
      "With --prometheus: which allocated devices are busy, and which are idle.",
      "With --since and --prometheus, or with --hours-file: for how many hours, as plimsoll serve"
          + " recorded them."
    },
    footer = {
      "",
      "quota, share, gated: free, and a pod would get the device without its quota, share or gate.",
      "fragmented: free, and a pod wants it that needs more devices, CPU or memory on one node.",
      "constraints: free, and a pod wants it that selectors, taints or other rules keep away.",
      "other: free, and a pod wants it that waits for another cause. free: no pod wants it.",
      "busy, idle: allocated, and used now, or unused for the whole window, by measurement.",
      "LEFT: what is left of the capacity below each line.",
      "Examples:",
      "  plimsoll report --snapshot examples/gpu-tenants.json",
      "  plimsoll report --by tenant --prices prices.yaml --snapshot examples/gpu-tenants.json",
      "  plimsoll report --since 30d --prometheus http://prometheus:9090 -o markdown",
      "  plimsoll report --demo --by tenant"
    })
final class ReportCommand implements Callable<Integer> {
  private static final String HOW_TO_RECORD =
      "does it have the records of the role scheduler of plimsoll serve?";

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

  @Mixin private TenantOption tenant;
  @Mixin private RecordsOptions records;
  @Mixin private UsageOptions usage;
  @Mixin private ReportDelivery delivery;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description =
          "table, json, yaml, markdown, csv or html (default: table). json and yaml are stable API."
              + " html is one page with a waterfall.")
  private ReportFormat format;

  @Option(
      names = "--gaps",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "Name up to N of the costliest gaps, or over time of the costliest states (default: 10).")
  private int mostGaps;

  @Option(names = "--no-headers", description = "Print tables without their header line.")
  private boolean noHeaders;

  /** Only picocli makes one. */
  ReportCommand() {}

  @Override
  public Integer call() {
    if (mostGaps < 0) {
      throw new ParameterException(
          spec.commandLine(), "invalid --gaps " + mostGaps + ": must be 0 or more");
    }
    if (tenant.isGiven() && by != null) {
      throw new ParameterException(
          spec.commandLine(), "--tenant is about one tenant: leave out --by");
    }
    PriceList priceList = prices();
    if (delivery.isAsked() && format == ReportFormat.table) {
      throw new ParameterException(
          spec.commandLine(),
          "--write-to and --webhook-file need an output format, such as -o markdown");
    }
    return records.areAsked() ? overTime(priceList) : now(priceList);
  }

  private PriceList prices() {
    if (prices != null) {
      return PriceList.read(prices);
    }
    return records.isDemo()
        ? PriceList.read(Installation.file(Installation.PRICES))
        : PriceList.NONE;
  }

  private StateGrouping grouping() {
    if (tenant.isGiven()) {
      return StateGrouping.TENANT;
    }
    return by == null ? StateGrouping.NONE : by.grouping();
  }

  /** Returns whether the report divides the devices. */
  private boolean isGrouped() {
    return grouping() != StateGrouping.NONE;
  }

  private ReportTable table(List<StateLine> lines, String amount, String money, PriceList list) {
    return ReportTable.of(
        lines,
        isGrouped() ? grouping().name().toLowerCase(Locale.ROOT) : "",
        amount,
        list.isEmpty() ? "" : list.currency() + money);
  }

  private int now(PriceList priceList) {
    Simulation simulation = usage.measured(cluster::read);
    Cluster read = simulation.cluster();
    List<CapacityPolicy> policies = cluster.capacityPolicies();
    PodHolds holds = cluster.holds(read);
    DetectionContext context = new DetectionContext(simulation, "", holds);
    DeviceStates states =
        DeviceStates.of(context, DeviceRules.of(read, policies), policies, List.of());
    note(priceList, states.amounts().keySet());
    UnaryOperator<String> tenants = DeviceRules.of(read, policies).tenants();
    tenant.require(read, tenants);
    List<StateLine> lines =
        tenant.lines(new StateLines(states.devices(), states::knows, priceList::of).by(grouping()));
    ReportTable table = table(lines, "devices", " per hour", priceList);
    CostliestGaps gaps = gaps(simulation, holds, tenants);
    String title = "Physical devices" + tenant.phrase() + SnapshotTime.text(read.asOf());
    Unread unread = states.unread().and(states.unreadWants());
    List<String> notes =
        unread.isEmpty() ? List.of() : List.of("Not known, since not read: " + unread.names());
    print(
        new ReportPage(title, lines, table, isGrouped(), gaps.section(), notes),
        () -> StateReport.of(states, lines, gaps.gaps(), priceList.currency(), read),
        out -> {
          if (!read.covers(Node.RESOURCE)) {
            out.println("Nodes were not read.");
          } else if (lines.isEmpty()) {
            out.println(
                tenant.isGiven()
                    ? "No device" + tenant.phrase() + ", and none that it wants and is free."
                    : "No node has devices.");
          } else {
            out.wrapped(title + ".");
            out.println();
            out.table(table.table(), !noHeaders, false);
          }
          gaps.section().print(out, !noHeaders);
          new UnreadText(out, cluster.isLive()).print(unread);
        });
    List<Unexamined> unexamined = new ArrayList<>(context.examination().failures());
    gaps.unexamined().stream().filter(u -> !unexamined.contains(u)).forEach(unexamined::add);
    return unexamined.isEmpty()
        ? ExitCode.OK
        : ErrorReporter.unexamined(unexamined, spec.commandLine());
  }

  /** The JSON of gaps tells of other tenants, so a report of one tenant has none. */
  private CostliestGaps gaps(Simulation simulation, PodHolds holds, UnaryOperator<String> tenants) {
    boolean isJson = format == ReportFormat.json || format == ReportFormat.yaml;
    if (format == ReportFormat.csv || (tenant.isGiven() && isJson)) {
      return CostliestGaps.NONE;
    }
    return tenant.isGiven()
        ? CostliestGaps.ofTenant(simulation, holds, mostGaps, tenant.namespaces(tenants))
        : CostliestGaps.of(simulation, holds, mostGaps);
  }

  private int overTime(PriceList priceList) {
    if (!isRecorded()) {
      throw new ParameterException(
          spec.commandLine(),
          "--by " + by + " is not recorded: over time, divide by tenant or product");
    }
    Duration period = records.period();
    DeviceRecords source = records.records(usage, cluster);
    Instant to = source.end(Instant.now());
    Instant from = to.minus(period);
    RecordedHours recorded = source.between(from, to);
    if (recorded.hours().isEmpty()) {
      throw new InputException(
          source.name() + " has no device-hours since " + from + ": " + HOW_TO_RECORD);
    }
    RecordedHours earlier = source.between(from.minus(period), from);
    note(priceList, recorded.hours().keySet());
    List<String> notes = new ArrayList<>(recorded.notes());
    if (records.isDemo()) {
      notes.add(RecordsOptions.DRAWN);
    }
    notes.forEach(this::note);
    List<StateLine> lines = lines(recorded, priceList);
    if (lines.isEmpty()) {
      throw new InputException(
          source.name() + " has no device-hours" + tenant.phrase() + " since " + from + ".");
    }
    List<StateLine> before = lines(earlier, priceList);
    Optional<Double> absent =
        earlier.isWhole() && !earlier.hours().isEmpty() ? Optional.of(0.0) : Optional.empty();
    ReportTable table =
        table(lines, "hours", "", priceList).with("hours before", lines, before, absent);
    CostlyHours costly = costly(recorded, priceList);
    String title = "Device-hours" + tenant.phrase() + " from %s to %s".formatted(from, to);
    print(
        new ReportPage(title, lines, table, isGrouped(), costly.section(), notes),
        () ->
            StateReport.of(
                recorded,
                lines,
                before,
                costly.states(),
                costly.help(),
                priceList.currency(),
                notes),
        out -> {
          out.wrapped(title + ", and in as long a time before.");
          out.println();
          out.table(table.table(), !noHeaders, false);
          costly.section().print(out, !noHeaders);
        });
    return ExitCode.OK;
  }

  private CostlyHours costly(RecordedHours hours, PriceList priceList) {
    return new CostlyHours(
        CostlyState.of(hours, priceList).stream()
            .filter(state -> tenant.covers(state.row().user().tenant()))
            .limit(mostGaps)
            .toList(),
        priceList.isEmpty() ? "" : priceList.currency(),
        tenant.isGiven() ? CostlyState::ownHelp : CostlyState::help);
  }

  private List<StateLine> lines(RecordedHours hours, PriceList priceList) {
    return tenant.lines(
        new StateLines(hours.hours(), state -> hours.isWhole(), priceList::of).by(grouping()));
  }

  private boolean isRecorded() {
    return by == null || by == ReportGrouping.tenant || by == ReportGrouping.product;
  }

  private void note(PriceList priceList, Collection<DeviceRow> rows) {
    priceList.notes(rows.stream().map(DeviceRow::kind).toList()).forEach(this::note);
  }

  private void note(String sentence) {
    spec.commandLine().getErr().println("note: " + sentence);
  }

  private void print(ReportPage page, Supplier<JsonObject> json, Consumer<TerminalPrinter> text) {
    TerminalPrinter out = Plimsoll.out(spec);
    switch (format) {
      case table -> text.accept(out);
      case json -> deliver(Documents.json(json.get()), out);
      case yaml -> deliver(Documents.yaml(json.get()), out);
      case markdown -> deliver(tenant.isGiven() ? page.digest() : page.markdown(), out);
      case csv -> deliver(page.table().csv(), out);
      case html -> deliver(page.html(), out);
    }
    out.flush();
  }

  private void deliver(String text, TerminalPrinter out) {
    if (delivery.isAsked()) {
      delivery.deliver(text);
    } else {
      out.print(text);
    }
  }
}
