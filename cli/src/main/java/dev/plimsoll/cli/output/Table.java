package dev.plimsoll.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Columns as kubectl prints them: upper-case headers, three spaces between, no borders. Where they
 * don't fit the terminal, less important columns are left out and long cells are cut; where even
 * that doesn't fit, a row is printed as lines of its own, one a column.
 */
public final class Table {
  private static final String ELLIPSIS = "…";

  private final List<String> headers;
  private final List<List<String>> rows = new ArrayList<>();
  private List<String> optional = List.of();

  /** Makes a table with those columns. */
  public Table(String... headers) {
    this.headers = upperCase(headers);
  }

  private static List<String> upperCase(String... headers) {
    return Arrays.stream(headers).map(h -> h.toUpperCase(Locale.ROOT)).toList();
  }

  /** Says which columns may be left out, the least important first. */
  public Table optional(String... columns) {
    optional = upperCase(columns);
    return this;
  }

  /** Adds a row; an empty cell is printed as a dash. */
  public Table row(Object... cells) {
    if (cells.length != headers.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for " + headers.size() + " columns");
    }
    rows.add(Arrays.stream(cells).map(String::valueOf).map(c -> c.isEmpty() ? "-" : c).toList());
    return this;
  }

  /** Returns whether there are no rows. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /**
   * Prints the table so that it fits, and says which columns were left out.
   *
   * @param width the columns of the terminal, 0 for no limit
   */
  public void print(PrintWriter out, boolean withHeaders, int width) {
    List<Integer> shown = new ArrayList<>(columns());
    List<String> leftOut = new ArrayList<>();
    for (String each : optional) {
      if (natural(shown, withHeaders).cuttingLast(width).isEmpty()) {
        shown.remove((Integer) headers.indexOf(each));
        leftOut.add(each);
      }
    }
    ColumnWidths natural = natural(shown, withHeaders);
    Optional<ColumnWidths> fitting = natural.cuttingLast(width).or(() -> natural.shrunk(width));
    if (fitting.isEmpty()) {
      records(out, width);
      return;
    }
    if (withHeaders) {
      out.println(line(headers, shown, fitting.get()));
    }
    rows.forEach(row -> out.println(line(row, shown, fitting.get())));
    if (!leftOut.isEmpty()) {
      String note = "(" + String.join(", ", leftOut) + " left out to fit the terminal)";
      WordWrap.lines(note, width).forEach(out::println);
    }
  }

  /**
   * Prints all of the table. The last column is wrapped; where too little is left of it, a row is
   * printed as lines of its own.
   *
   * @param width the columns of the terminal, 0 for no limit
   */
  public void printWhole(PrintWriter out, boolean withHeaders, int width) {
    Optional<ColumnWidths> fitting = natural(columns(), withHeaders).cuttingLast(width);
    if (fitting.isEmpty()) {
      records(out, width);
      return;
    }
    if (withHeaders) {
      out.println(line(headers, columns(), fitting.get()));
    }
    rows.forEach(row -> wrapped(out, row, fitting.get()));
  }

  private List<Integer> columns() {
    return IntStream.range(0, headers.size()).boxed().toList();
  }

  private ColumnWidths natural(List<Integer> shown, boolean withHeaders) {
    List<List<String>> all = new ArrayList<>(rows);
    if (withHeaders) {
      all.add(headers);
    }
    return ColumnWidths.natural(
        shown.stream()
            .mapToInt(i -> all.stream().mapToInt(r -> WordWrap.length(r.get(i))).max().orElse(0))
            .toArray());
  }

  private static String line(List<String> row, List<Integer> shown, ColumnWidths columnWidths) {
    StringBuilder line = new StringBuilder();
    int last = shown.size() - 1;
    for (int i = 0; i < last; i++) {
      int width = columnWidths.widths()[i];
      String cell = cutInside(row.get(shown.get(i)), width);
      line.append(cell).append(" ".repeat(width - WordWrap.length(cell) + columnWidths.gap()));
    }
    return line.append(cut(row.get(shown.get(last)), columnWidths.widths()[last])).toString();
  }

  private void wrapped(PrintWriter out, List<String> row, ColumnWidths columnWidths) {
    int last = headers.size() - 1;
    int width = columnWidths.widths()[last];
    List<String> lines = WordWrap.lines(row.get(last), width);
    List<String> first = new ArrayList<>(row);
    first.set(last, lines.get(0));
    out.println(line(first, columns(), columnWidths));
    lines.stream().skip(1).forEach(l -> out.println(" ".repeat(columnWidths.total() - width) + l));
  }

  /** Prints each row as lines of header and cell, with an empty line between two rows. */
  private void records(PrintWriter out, int width) {
    int label = headers.stream().mapToInt(WordWrap::length).max().orElse(0) + 2;
    boolean isFirst = true;
    for (List<String> row : rows) {
      if (!isFirst) {
        out.println();
      }
      isFirst = false;
      for (int i = 0; i < row.size(); i++) {
        String name = headers.get(i);
        for (String line : WordWrap.lines(row.get(i), Math.max(1, width - label))) {
          out.println(name + " ".repeat(label - WordWrap.length(name)) + line);
          name = "";
        }
      }
    }
  }

  /** Returns the start and the end of a cell, since names often differ in their ends. */
  private static String cutInside(String cell, int width) {
    int length = WordWrap.length(cell);
    if (length <= width) {
      return cell;
    }
    int start = width / 2;
    return cell.substring(0, cell.offsetByCodePoints(0, start))
        + ELLIPSIS
        + cell.substring(cell.offsetByCodePoints(0, length - (width - 1 - start)));
  }

  private static String cut(String cell, int width) {
    if (WordWrap.length(cell) <= width) {
      return cell;
    }
    return cell.substring(0, cell.offsetByCodePoints(0, width - 1)) + ELLIPSIS;
  }
}
