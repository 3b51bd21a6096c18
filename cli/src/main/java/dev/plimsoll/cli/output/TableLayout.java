package dev.plimsoll.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Where the columns of a table are printed.
 *
 * @param columns which columns, by index
 * @param columnWidths how wide each is that stands in line
 * @param below the columns of the terminal for the last column, if it stands below its row
 */
record TableLayout(List<Integer> columns, ColumnWidths columnWidths, Optional<Integer> below) {
  /** The width of a column that must be broken inside words. */
  private static final int NARROWEST = 10;

  /** The least width of a last column of sentences; a narrower one goes below the row. */
  private static final int NARROWEST_SENTENCES = 40;

  private static final int NARROWEST_BELOW = 30;
  private static final int INDENT = 2;

  /** Returns how the columns fit without broken words, the last one below its row if it must be. */
  static Optional<TableLayout> of(List<List<Cell>> rows, List<Integer> columns, int width) {
    return inLine(rows, columns, width, Integer.MAX_VALUE)
        .or(() -> below(rows, columns, width, Integer.MAX_VALUE));
  }

  /**
   * Returns how the columns fit with long words broken, the last one below its row if it can be.
   */
  static Optional<TableLayout> broken(List<List<Cell>> rows, List<Integer> columns, int width) {
    return below(rows, columns, width, Math.max(NARROWEST, width / 3))
        .or(() -> inLine(rows, columns, width, NARROWEST));
  }

  private static Optional<TableLayout> inLine(
      List<List<Cell>> rows, List<Integer> columns, int width, int wordsBrokenAt) {
    List<Integer> natural = widths(rows, columns, Cell::width);
    List<Integer> narrowest =
        new ArrayList<>(widths(rows, columns, c -> Math.min(c.longestWord(), wordsBrokenAt)));
    int last = columns.size() - 1;
    narrowest.set(last, Math.min(natural.get(last), NARROWEST_SENTENCES));
    return ColumnWidths.fitting(natural, narrowest, width)
        .map(w -> new TableLayout(columns, w, Optional.empty()));
  }

  private static Optional<TableLayout> below(
      List<List<Cell>> rows, List<Integer> columns, int width, int wordsBrokenAt) {
    int last = columns.size() - 1;
    if (last == 0
        || width < NARROWEST_BELOW
        || widths(rows, columns, Cell::width).get(last) <= NARROWEST_SENTENCES) {
      return Optional.empty();
    }
    List<Integer> others = columns.subList(0, last);
    List<Integer> natural = widths(rows, others, Cell::width);
    List<Integer> narrowest = widths(rows, others, c -> Math.min(c.longestWord(), wordsBrokenAt));
    return ColumnWidths.fitting(natural, narrowest, width)
        .map(w -> new TableLayout(columns, w, Optional.of(width - INDENT)));
  }

  private static List<Integer> widths(
      List<List<Cell>> rows, List<Integer> columns, ToIntFunction<Cell> measure) {
    return columns.stream()
        .map(i -> rows.stream().mapToInt(r -> measure.applyAsInt(r.get(i))).max().orElse(0))
        .toList();
  }

  /** Returns the lines of a row. */
  List<String> lines(List<Cell> row) {
    List<List<String>> cells = new ArrayList<>();
    for (int i = 0; i < columnWidths.widths().size(); i++) {
      cells.add(row.get(columns.get(i)).lines(columnWidths.widths().get(i)));
    }
    int height = cells.stream().mapToInt(List::size).max().orElse(1);
    List<String> lines = new ArrayList<>();
    IntStream.range(0, height).forEach(n -> lines.add(line(row, cells, n)));
    below.ifPresent(
        width -> {
          Cell last = row.get(columns.get(columns.size() - 1));
          last.lines(width).forEach(l -> lines.add(" ".repeat(INDENT) + last.styled(l)));
        });
    return lines;
  }

  private String line(List<Cell> row, List<List<String>> cells, int number) {
    StringBuilder line = new StringBuilder();
    int padding = 0;
    for (int i = 0; i < cells.size(); i++) {
      String text = number < cells.get(i).size() ? cells.get(i).get(number) : "";
      if (!text.isEmpty()) {
        line.append(" ".repeat(padding)).append(row.get(columns.get(i)).styled(text));
        padding = 0;
      }
      padding += columnWidths.widths().get(i) - TextWidth.of(text) + columnWidths.gap();
    }
    return line.toString();
  }
}
