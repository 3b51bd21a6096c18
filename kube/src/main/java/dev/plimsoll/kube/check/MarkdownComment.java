package dev.plimsoll.kube.check;

import dev.plimsoll.model.check.FindingLevel;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer as a comment for a pull request, of at most 60 lines. The worst findings come first,
 * the rest is folded, and the number of omitted findings stands below.
 */
final class MarkdownComment {
  private static final int MOST = 60;
  private static final int FULL = 3;
  private static final int MOST_LINES = 5;
  private static final int FOLDED = 12;
  private static final int LONGEST = 300;

  private MarkdownComment() {}

  static String of(CheckReport report) {
    List<String> lines = new ArrayList<>();
    lines.add("### " + title(report));
    lines.add("");
    List<ReportedFinding> findings = report.findings();
    findings.stream().limit(FULL).forEach(f -> full(lines, f));
    List<ReportedFinding> rest = findings.subList(Math.min(FULL, findings.size()), findings.size());
    if (!rest.isEmpty()) {
      lines.add("<details><summary>" + rest.size() + " more</summary>");
      lines.add("");
      rest.stream().limit(FOLDED).forEach(f -> lines.add(head(f)));
      if (rest.size() > FOLDED) {
        lines.add("- and " + (rest.size() - FOLDED) + " more: `plimsoll check` lists them all");
      }
      lines.add("");
      lines.add("</details>");
      lines.add("");
    }
    report.better().stream()
        .limit(FULL)
        .forEach(b -> lines.add("- ✅ better: " + escaped(b.object() + ": " + b.message())));
    if (report.better().size() > FULL) {
      lines.add("- ✅ and " + (report.better().size() - FULL) + " more are better");
    }
    report.unknown().stream().limit(FULL).forEach(u -> lines.add("- ❔ " + escaped(u)));
    lines.add("");
    lines.add("<sub>" + escaped(CheckText.summary(report)) + "</sub>");
    if (lines.size() > MOST) {
      throw new IllegalStateException("the comment has " + lines.size() + " lines");
    }
    return String.join("\n", lines) + "\n";
  }

  private static String title(CheckReport report) {
    if (report.findings().isEmpty()) {
      return report.unknown().isEmpty()
          ? "plimsoll check: " + (report.compared() ? "nothing gets worse" : "no findings")
          : "plimsoll check: not all is known";
    }
    return "plimsoll check: "
        + report.count(FindingLevel.error)
        + " errors, "
        + report.count(FindingLevel.warning)
        + " warnings, "
        + report.count(FindingLevel.note)
        + " notes";
  }

  private static String head(ReportedFinding finding) {
    String where = finding.position().map(p -> p.file() + ":" + p.line()).orElse(finding.object());
    return "- "
        + icon(finding)
        + " **"
        + finding.effect().text()
        + "** "
        + code(where)
        + ": "
        + escaped(finding.message());
  }

  private static String icon(ReportedFinding finding) {
    return switch (finding.level()) {
      case error -> "❌";
      case warning -> "⚠️";
      case note -> "ℹ️";
    };
  }

  private static void full(List<String> lines, ReportedFinding finding) {
    lines.add(head(finding));
    finding.details().stream()
        .limit(1)
        .flatMap(String::lines)
        .limit(MOST_LINES)
        .forEach(d -> lines.add("  > " + escaped(d)));
    for (ReportedRemedy remedy : finding.remedies().stream().limit(2).toList()) {
      lines.add("  - would help: " + escaped(remedy.action()));
      if (remedy.isAuthors()) {
        remedy.edits().stream().limit(2).forEach(e -> lines.add("    - " + code(e.toString())));
      } else {
        lines.add("    - ask " + escaped(String.join("; ", remedy.ask())));
      }
    }
  }

  /** Names and messages come from manifests and clusters: they make no markup and no mentions. */
  private static String escaped(String text) {
    String line = text.replaceAll("\\s+", " ");
    String shown = line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    return shown
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replaceAll("([\\\\`*_\\[\\]|#!~])", "\\\\$1")
        .replace("@", "@\u200b");
  }

  private static String code(String text) {
    return "`" + text.replaceAll("\\s+", " ").replace('`', '\'') + "`";
  }
}
