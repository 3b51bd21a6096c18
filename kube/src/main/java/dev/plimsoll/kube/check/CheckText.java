package dev.plimsoll.kube.check;

import dev.plimsoll.kube.report.SnapshotTime;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.check.FindingLevel;
import java.util.ArrayList;
import java.util.List;

/** The answer for people, in lines. A finding begins as compilers write: file, line, column. */
public final class CheckText {
  private CheckText() {}

  /** Returns the lines. */
  public static List<String> lines(CheckReport report) {
    List<String> lines = new ArrayList<>();
    for (ReportedFinding finding : report.findings()) {
      finding(lines, finding);
    }
    for (ReportedFinding better : report.better()) {
      lines.add("better: " + better.object() + ": " + better.message());
    }
    if (!report.unknown().isEmpty()) {
      report.unknown().forEach(u -> lines.add("unknown: " + u));
    }
    lines.add(summary(report));
    return lines;
  }

  /** Returns the summary in one sentence. */
  public static String summary(CheckReport report) {
    String tried =
        Counted.of(report.objects(), "object")
            + ", "
            + report.placed()
            + " of "
            + Counted.of(report.pods(), "pod")
            + " placed";
    String found =
        report.findings().isEmpty()
            ? report.compared() ? "nothing gets worse" : "no findings"
            : Counted.of(report.count(FindingLevel.error), "error")
                + ", "
                + Counted.of(report.count(FindingLevel.warning), "warning")
                + ", "
                + Counted.of(report.count(FindingLevel.note), "note");
    return tried
        + ": "
        + found
        + (report.better().isEmpty() ? "" : ", " + report.better().size() + " better")
        + (report.unknown().isEmpty() ? "" : "; not all is known")
        + " (cluster"
        + SnapshotTime.text(report.asOf())
        + ")";
  }

  private static void finding(List<String> lines, ReportedFinding finding) {
    String where = finding.position().map(Object::toString).orElse(finding.object());
    lines.add(
        where
            + ": "
            + finding.level()
            + ": "
            + finding.message()
            + " ["
            + finding.effect().text()
            + ", "
            + finding.rule()
            + "]");
    if (!finding.field().isEmpty()) {
      lines.add("  field: " + finding.field());
    }
    finding.details().stream().flatMap(String::lines).forEach(d -> lines.add("  " + d));
    for (ReportedRemedy remedy : finding.remedies()) {
      lines.add("  would help: " + remedy.action());
      remedy.edits().forEach(e -> lines.add("    " + e));
      if (!remedy.isAuthors()) {
        lines.add("    ask: " + String.join("; ", remedy.ask()));
      }
    }
  }
}
