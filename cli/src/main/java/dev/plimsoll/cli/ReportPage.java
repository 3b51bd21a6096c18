package dev.plimsoll.cli;

import dev.plimsoll.model.hours.DeviceState;
import dev.plimsoll.model.hours.StateLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A report as one HTML page without scripts and without other files. Each resource has a table
 * whose last column draws a waterfall: a bar begins where the rest of the capacity ends.
 *
 * @param title what the report is about and of when
 * @param lines the lines of the report
 * @param table the same lines as cells
 * @param isGrouped whether lines have groups; then each bar begins at the left
 * @param costliest the costliest gaps or states
 * @param notes sentences below the tables, such as what was not read
 */
record ReportPage(
    String title,
    List<StateLine> lines,
    ReportTable table,
    boolean isGrouped,
    ReportSection costliest,
    List<String> notes) {
  private static final String STYLE =
      """
      :root{color-scheme:light dark;--bg:#fff;--fg:#1b2126;--muted:#58636d;--rule:#d6dce1;
      --lost:#b3372b;--busy:#1d7a4d;--idle:#b86e00;--held:#75818b;--free:#2c6cab}
      @media(prefers-color-scheme:dark){:root{--bg:#14181c;--fg:#e6eaed;--muted:#9aa6b0;
      --rule:#343c44;--lost:#e0705f;--busy:#4fb583;--idle:#e0a040;--held:#8794a0;--free:#6aa6e0}}
      body{background:var(--bg);color:var(--fg);font:16px/1.45 system-ui,sans-serif;
      margin:0 auto;max-width:70rem;padding:1rem}
      h1{font-size:1.35rem}h2{font-size:1.1rem;margin-top:2rem}
      .scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
      th,td{border-bottom:1px solid var(--rule);padding:.3rem .6rem .3rem 0;text-align:left;
      vertical-align:top}th{color:var(--muted);font-weight:600}
      .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
      small{color:var(--muted);display:block}.bar{width:38%;padding-right:0}
      svg{display:block;height:1.2em;width:100%}
      @media(max-width:40rem){.wide{display:none}.bar{width:30%}}
      """;

  ReportPage {
    lines = List.copyOf(lines);
    notes = List.copyOf(notes);
  }

  /** Returns the tables in Markdown. */
  String markdown() {
    return table.markdown() + costliest.markdown();
  }

  /** Returns the tables in Markdown with a title, and with the notes below. */
  String digest() {
    return "## "
        + title
        + "\n\n"
        + markdown()
        + notes.stream().map(n -> "\n" + sentence(n) + "\n").collect(Collectors.joining());
  }

  private static String sentence(String note) {
    return note.substring(0, 1).toUpperCase(Locale.ROOT) + note.substring(1) + ".";
  }

  /** Returns the page. */
  String html() {
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>")
        .append(escaped(title))
        .append("</title>\n")
        .append("<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n")
        .append("<h1>")
        .append(escaped(title))
        .append("</h1>\n");
    byResource().forEach((resource, rows) -> table(page, resource, rows));
    if (!costliest.isEmpty()) {
      costliest(page);
    }
    notes.forEach(n -> page.append("<p>").append(escaped(n)).append("</p>\n"));
    return page.append("</body>\n</html>\n").toString();
  }

  private Map<String, List<Integer>> byResource() {
    Map<String, List<Integer>> rows = new TreeMap<>();
    for (int i = 0; i < lines.size(); i++) {
      rows.computeIfAbsent(lines.get(i).resource().name(), r -> new ArrayList<>()).add(i);
    }
    return rows;
  }

  private void table(StringBuilder page, String resource, List<Integer> rows) {
    page.append("<h2>")
        .append(escaped(resource))
        .append("</h2>\n<div class=\"scroll\"><table>\n<tr>");
    int state = table.headers().indexOf("state");
    for (int column = 0; column < table.headers().size(); column++) {
      if (!table.headers().get(column).equals("resource")) {
        page.append("<th")
            .append(columnClass(column, state))
            .append(">")
            .append(escaped(table.headers().get(column)))
            .append("</th>");
      }
    }
    page.append("<th class=\"bar\">of the capacity</th></tr>\n");
    double left = 1;
    for (int row : rows) {
      StateLine line = lines.get(row);
      page.append("<tr>");
      for (int column = 0; column < table.headers().size(); column++) {
        if (!table.headers().get(column).equals("resource")) {
          page.append("<td")
              .append(columnClass(column, state))
              .append(">")
              .append(escaped(table.rows().get(row).get(column)))
              .append(column == state ? meaning(line) : "")
              .append("</td>");
        }
      }
      double part = line.part().orElse(0.0);
      boolean isStep = !isGrouped && line.state().isPresent();
      page.append("<td class=\"bar\">")
          .append(bar(line, isStep ? Math.max(0, left - part) : 0, part))
          .append("</td></tr>\n");
      left = isStep ? left - part : left;
    }
    page.append("</table></div>\n");
  }

  /** Numbers are at the right; on a narrow screen only the amounts stay. */
  private String columnClass(int column, int state) {
    if (column <= state) {
      return "";
    }
    return column == state + 1 ? " class=\"n\"" : " class=\"n wide\"";
  }

  private static String meaning(StateLine line) {
    return line.state().map(s -> "<small>" + escaped(s.meaning()) + "</small>").orElse("");
  }

  private static String bar(StateLine line, double from, double part) {
    String color = line.state().map(ReportPage::color).orElse("var(--fg)");
    String label = String.format(Locale.ROOT, "%.1f %%", 100 * part);
    return line.part().isEmpty()
        ? "unknown"
        : String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"%s\">"
                + "<rect x=\"%.3f\" width=\"%.3f\" height=\"10\" fill=\"%s\"/></svg>",
            label,
            100 * from,
            100 * part,
            color);
  }

  private static String color(DeviceState state) {
    return switch (state) {
      case BUSY -> "var(--busy)";
      case IDLE -> "var(--idle)";
      case ALLOCATED, RESERVED, UNKNOWN -> "var(--held)";
      case FREE -> "var(--free)";
      case BROKEN, WITHHELD, QUOTA, SHARE, FRAGMENTED, CONSTRAINTS, GATED, OTHER -> "var(--lost)";
    };
  }

  private void costliest(StringBuilder page) {
    ReportTable cells = costliest.table();
    page.append("<h2>")
        .append(escaped(costliest.title()))
        .append("</h2>\n<div class=\"scroll\"><table>\n<tr>")
        .append(cells(cells.headers(), "th"))
        .append("</tr>\n");
    cells.rows().forEach(r -> page.append("<tr>").append(cells(r, "td")).append("</tr>\n"));
    page.append("</table></div>\n");
  }

  private static String cells(List<String> cells, String element) {
    return cells.stream()
        .map(c -> "<" + element + ">" + escaped(c) + "</" + element + ">")
        .collect(Collectors.joining());
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
