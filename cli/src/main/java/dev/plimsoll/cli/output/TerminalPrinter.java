package dev.plimsoll.cli.output;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Prints what a command answers, and lets nothing through that a terminal would act on but the
 * styles and links of this package. A line given to {@link #println(String)} is one line, whatever
 * is in it; documents of several lines are given to {@link #print(String)}.
 */
public class TerminalPrinter extends PrintWriter {
  private final TerminalWriter terminal;
  private final int columns;

  TerminalPrinter(TerminalWriter out, int columns, boolean flushesLines) {
    super(out, flushesLines);
    this.terminal = out;
    this.columns = columns;
  }

  /**
   * Makes a printer of text that has no width, colours and links, and that is shown at once, line
   * by line.
   *
   * @param out where it goes
   */
  public static TerminalPrinter plain(Writer out) {
    return new TerminalPrinter(new TerminalWriter(out, false, ""), 0, true);
  }

  /**
   * Makes a printer.
   *
   * @param columns how wide lines may be, 0 for no limit
   * @param colors whether styles are shown
   * @param linkBase what the targets of links are below, as a URL; without links if it is empty
   */
  public static TerminalPrinter of(Writer out, int columns, boolean colors, String linkBase) {
    return new TerminalPrinter(new TerminalWriter(out, colors, linkBase), columns, false);
  }

  /** Returns how wide lines may be, 0 for no limit. */
  public int columns() {
    return columns;
  }

  /** Empties the screen of a terminal; elsewhere an empty line stands between two answers. */
  public void clear() {
    if (columns > 0) {
      flush();
      terminal.clear();
    } else {
      println();
    }
  }

  /** Prints text that is broken between words where it is too long for a line. */
  public void wrapped(String text) {
    WordWrap.lines(text, columns).forEach(this::println);
  }

  /**
   * Prints a table so that it fits.
   *
   * @param whole whether all columns are printed; if not, the least important ones are left out
   */
  public void table(Table table, boolean withHeaders, boolean whole) {
    if (whole) {
      table.printWhole(this, withHeaders);
    } else {
      table.print(this, withHeaders);
    }
  }

  @Override
  public void println(String text) {
    super.println(text.codePoints().anyMatch(c -> c == '\n' || c == '\t') ? onOneLine(text) : text);
  }

  @Override
  public void println(Object text) {
    println(String.valueOf(text));
  }

  private static String onOneLine(String text) {
    return text.replace("\n", "\\n").replace("\t", "\\t");
  }
}
