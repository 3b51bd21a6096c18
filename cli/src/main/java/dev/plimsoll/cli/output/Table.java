package dev.plimsoll.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Columns as kubectl prints them: upper-case headers, three spaces between, no borders. Where they
 * don't fit the terminal, cells are wrapped at their words, then a last column of sentences goes
 * below its row, then the least important columns are left out, then names are broken; where even
 * that doesn't fit, a row is printed as lines of its own, one a column.
 */
public final class Table {
  private final List<Cell> headers;
  private final List<List<Cell>> rows = new ArrayList<>();
  private List<Integer> optional = List.of();

  /** Makes a table with those columns. */
  public Table(String... headers) {
    this.headers =
        Arrays.stream(headers)
            .map(h -> new Cell(h.isEmpty() ? " " : h.toUpperCase(Locale.ROOT), Style.STRONG, ""))
            .toList();
  }

  /** Says which columns may be left out, the least important first. */
  public Table optional(String... columns) {
    optional =
        Arrays.stream(columns).map(c -> names().indexOf(c.toUpperCase(Locale.ROOT))).toList();
    return this;
  }

  /** Adds a row; an empty cell is printed as a dash. */
  public Table row(Object... cells) {
    if (cells.length != headers.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for " + headers.size() + " columns");
    }
    rows.add(Arrays.stream(cells).map(Cell::of).toList());
    return this;
  }

  /** Returns whether there are no rows. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  List<String> names() {
    return headers.stream().map(Cell::text).toList();
  }

  List<String> optionalNames() {
    return optional.stream().map(i -> headers.get(i).text()).toList();
  }

  List<List<Cell>> rows() {
    return rows;
  }

  /** Prints the table so that it fits, and says which columns were left out. */
  public void print(TerminalPrinter out, boolean withHeaders) {
    print(out, withHeaders, optional);
  }

  /** Prints all columns so that they fit. */
  public void printWhole(TerminalPrinter out, boolean withHeaders) {
    print(out, withHeaders, List.of());
  }

  private void print(TerminalPrinter out, boolean withHeaders, List<Integer> mayGo) {
    int width = out.columns();
    List<List<Cell>> all = new ArrayList<>(rows);
    if (withHeaders) {
      all.add(0, headers);
    }
    List<List<Integer>> choices = columnsLeft(mayGo);
    Optional<TableLayout> fitting =
        choices.stream()
            .flatMap(c -> TableLayout.of(all, c, width).stream())
            .findFirst()
            .or(() -> TableLayout.broken(all, choices.get(choices.size() - 1), width));
    if (fitting.isEmpty()) {
      records(out);
      return;
    }
    TableLayout layout = fitting.get();
    all.forEach(row -> layout.lines(row).forEach(out::println));
    note(out, layout);
  }

  /** Returns all columns, then those without the least important one, and so on. */
  private List<List<Integer>> columnsLeft(List<Integer> mayGo) {
    return IntStream.rangeClosed(0, mayGo.size())
        .mapToObj(
            gone ->
                IntStream.range(0, headers.size())
                    .boxed()
                    .filter(i -> !mayGo.subList(0, gone).contains(i))
                    .toList())
        .toList();
  }

  private void note(TerminalPrinter out, TableLayout layout) {
    List<String> leftOut =
        optional.stream()
            .filter(i -> !layout.columns().contains(i))
            .map(i -> headers.get(i).text())
            .toList();
    if (!leftOut.isEmpty()) {
      out.wrapped("(" + String.join(", ", leftOut) + " left out to fit the terminal)");
    }
  }

  /** Prints each row as lines of header and cell, with an empty line between two rows. */
  private void records(TerminalPrinter out) {
    int label = headers.stream().mapToInt(Cell::width).max().orElse(0) + 2;
    boolean isFirst = true;
    for (List<Cell> row : rows) {
      if (!isFirst) {
        out.println();
      }
      isFirst = false;
      for (int i = 0; i < row.size(); i++) {
        Cell header = headers.get(i);
        String start = header.styled(header.text()) + " ".repeat(label - header.width());
        for (String line : row.get(i).lines(Math.max(1, out.columns() - label))) {
          out.println(start + row.get(i).styled(line));
          start = " ".repeat(label);
        }
      }
    }
  }
}
