package dev.plimsoll.cli.output;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import java.util.ArrayList;
import java.util.List;

/** Prints what differs between two answers, and nothing else. */
public final class AnswerDiff {
  private final TerminalPrinter out;
  private final boolean withHeaders;
  private final List<Change> rows = new ArrayList<>();

  private record Change(String mark, AnswerLine line) {
    Cell cell() {
      return new Cell(mark, mark.equals("-") ? Style.ERROR : Style.GOOD, "");
    }
  }

  private AnswerDiff(TerminalPrinter out, boolean withHeaders) {
    this.out = out;
    this.withHeaders = withHeaders;
  }

  /** Prints lines and rows that only the first answer has with -, those of the second with +. */
  public static void print(
      TerminalPrinter out, boolean withHeaders, List<AnswerLine> before, List<AnswerLine> after) {
    if (before.equals(after)) {
      out.println("Nothing changes.");
      return;
    }
    AnswerDiff diff = new AnswerDiff(out, withHeaders);
    out.println("- before, + after:");
    for (AbstractDelta<AnswerLine> delta : DiffUtils.diff(before, after).getDeltas()) {
      delta.getSource().getLines().forEach(l -> diff.add(new Change("-", l)));
      delta.getTarget().getLines().forEach(l -> diff.add(new Change("+", l)));
    }
    diff.flush();
  }

  /** Rows of one table are gathered, so that they are printed under one header. */
  private void add(Change change) {
    if (!rows.isEmpty() && !rows.get(0).line().headers().equals(change.line().headers())) {
      flush();
    }
    if (change.line().isText()) {
      text(change);
    } else {
      rows.add(change);
    }
  }

  private void text(Change change) {
    int width = out.columns() == 0 ? 0 : Math.max(1, out.columns() - 2);
    String mark = change.cell().styled(change.mark()) + " ";
    for (String line : WordWrap.lines(change.line().text(), width)) {
      out.println(mark + line);
      mark = "  ";
    }
  }

  private void flush() {
    if (rows.isEmpty()) {
      return;
    }
    List<String> headers = new ArrayList<>(rows.get(0).line().headers());
    headers.add(0, "");
    Table table =
        new Table(headers.toArray(String[]::new))
            .optional(rows.get(0).line().optional().toArray(String[]::new));
    for (Change row : rows) {
      List<Object> cells = new ArrayList<>(row.line().cells());
      cells.add(0, row.cell());
      table.row(cells.toArray());
    }
    rows.clear();
    table.print(out, withHeaders);
  }
}
