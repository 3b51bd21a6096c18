package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Cell;
import dev.plimsoll.cli.output.Style;
import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.report.GapDocumentation;
import dev.plimsoll.kube.report.RecordedGaps.RecordedGap;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSummary;
import dev.plimsoll.model.gap.Remedy;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints gaps for people. */
final class GapText {
  private static final String[] COLUMNS = {
    "namespace", "kind", "object", "resource", "pods", "gpus", "gpu-hours", "since", "message"
  };
  private static final String[] WIDE_COLUMNS = {
    "namespace",
    "kind",
    "object",
    "resource",
    "pods",
    "gpus",
    "gpu-hours",
    "since",
    "severity",
    "id",
    "docs",
    "message",
    "remedy"
  };

  private final TerminalPrinter out;
  private final OutputOptions output;
  private final Cluster cluster;

  GapText(TerminalPrinter out, OutputOptions output, Cluster cluster) {
    this.out = out;
    this.output = output;
    this.cluster = cluster;
  }

  /** Prints the summary on a terminal, where nobody cuts the table into columns. */
  void summary(List<Finding> findings) {
    if (out.columns() > 0 && output.headers()) {
      GapSummary summary = GapSummary.of(findings.stream().map(Finding::gap).toList(), cluster);
      out.wrapped(Style.STRONG.of(sentence(summary)));
      out.println();
    }
  }

  static String sentence(GapSummary summary) {
    String pods =
        summary.deniedPods() + summary.pendingPods() == 0
            ? ""
            : "; "
                + Counted.of(summary.deniedPods(), "pod")
                + " denied, "
                + summary.pendingPods()
                + " pending";
    String free =
        summary.free().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(e -> CostText.amount(e.getKey(), e.getValue()))
            .collect(Collectors.joining(", "));
    return Counted.of(summary.gaps(), "gap")
        + " in "
        + Counted.of(summary.namespaces(), "namespace")
        + pods
        + (free.isEmpty() ? "" : "; " + free + " free");
  }

  /** Prints the rows. */
  void table(List<GapRow> shown) {
    Table table =
        output.wide()
            ? new Table(WIDE_COLUMNS)
            : new Table(COLUMNS).optional("resource", "since", "pods", "gpu-hours", "gpus");
    shown.forEach(r -> table.row(output.wide() ? wideCells(r) : cells(r)));
    output.print(out, table);
  }

  private Object[] cells(GapRow row) {
    return new Object[] {
      row.namespace(),
      kind(row.first().kind()),
      row.object(),
      row.first().resource(),
      row.pods() == 0 ? "" : row.pods(),
      CostText.devices(row.cost()),
      CostText.hours(row.cost()),
      CostText.since(row.cost(), cluster.asOf()),
      row.message()
    };
  }

  private Object[] wideCells(GapRow row) {
    GapKind kind = row.first().kind();
    return new Object[] {
      row.namespace(),
      kind(kind),
      row.object(),
      row.first().resource(),
      row.pods(),
      CostText.devices(row.cost()),
      CostText.hours(row.cost()),
      CostText.since(row.cost(), cluster.asOf()),
      kind.severity(),
      row.isFolded() ? "" : row.first().id(),
      GapDocumentation.path(kind),
      row.message(),
      remedy(row)
    };
  }

  private static String remedy(GapRow row) {
    return row.remedies().stream().filter(Remedy::helps).findFirst().map(Remedy::action).orElse("");
  }

  /** Prints what has changed since another run. */
  void changes(GapChanges changes) {
    Table table = new Table("change", "namespace", "kind", "object", "resource", "message");
    table.optional("resource");
    changes.added().forEach(f -> change(table, "new", f.gap()));
    changes.worse().forEach(f -> change(table, "worse", f.gap()));
    changes.better().forEach(f -> change(table, "better", f.gap()));
    changes.gone().forEach(g -> absent(table, new Cell("gone", Style.GOOD, ""), g));
    changes.unknown().forEach(g -> absent(table, new Cell("unknown", Style.WARNING, ""), g));
    if (table.isEmpty()) {
      out.println("No gap is new, worse, better or gone.");
    } else {
      output.print(out, table);
    }
  }

  private static void absent(Table table, Cell change, RecordedGap gap) {
    table.row(
        change,
        gap.namespace(),
        gap.kind(),
        Workloads.label(
            new ObjectReference(gap.objectKind(), gap.namespace(), gap.objectName(), "")),
        gap.resource(),
        gap.message());
  }

  private static void change(Table table, String change, Gap gap) {
    Style style = change.equals("better") ? Style.GOOD : Style.ERROR;
    table.row(
        new Cell(change, style, ""),
        gap.namespace(),
        kind(gap.kind()),
        Workloads.label(gap.object()),
        gap.resource(),
        gap.message());
  }

  private static Cell kind(GapKind kind) {
    Style style =
        switch (kind.severity()) {
          case Error -> Style.ERROR;
          case Warning -> Style.WARNING;
          case Info -> Style.PLAIN;
        };
    return new Cell(kind.name(), style, GapDocumentation.path(kind));
  }
}
