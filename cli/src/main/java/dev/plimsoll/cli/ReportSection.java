package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;

/**
 * A second table of a report, below the states. A section without rows is left out.
 *
 * @param title the title in Markdown and HTML
 * @param unit half a sentence about the numbers, printed behind the title; may be empty
 * @param table the cells
 */
record ReportSection(String title, String unit, ReportTable table) {

  boolean isEmpty() {
    return table.rows().isEmpty();
  }

  String markdown() {
    return isEmpty() ? "" : "\n" + title + ":\n\n" + table.markdown();
  }

  void print(TerminalPrinter out, boolean headers) {
    if (!isEmpty()) {
      out.println();
      out.wrapped(title + unit + ":");
      out.println();
      out.table(table.table(), headers, false);
    }
  }
}
