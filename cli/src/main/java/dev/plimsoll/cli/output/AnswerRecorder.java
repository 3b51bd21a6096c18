package dev.plimsoll.cli.output;

import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Records a command's answer, so that two answers can be compared. */
public final class AnswerRecorder extends TerminalPrinter {
  private final List<AnswerLine> lines = new ArrayList<>();

  /** Starts with nothing. */
  public AnswerRecorder() {
    super(new TerminalWriter(Writer.nullWriter(), false, ""), 0, false);
  }

  /** Returns the lines and rows so far, without empty lines. */
  public List<AnswerLine> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void println(String text) {
    if (!text.isBlank()) {
      lines.add(AnswerLine.ofText(text));
    }
  }

  @Override
  public void wrapped(String text) {
    println(text);
  }

  @Override
  public void table(Table table, boolean withHeaders, boolean whole) {
    table
        .rows()
        .forEach(row -> lines.add(new AnswerLine("", table.names(), table.optionalNames(), row)));
  }
}
