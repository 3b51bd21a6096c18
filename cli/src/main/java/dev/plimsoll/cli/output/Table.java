package dev.plimsoll.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Columns as kubectl prints them: upper-case headers, three spaces between, no borders. */
public final class Table {
  private static final String GAP = "   ";
  private static final String ELLIPSIS = "…";
  private static final int NARROWEST_LAST_COLUMN = 20;

  private final List<String> headers;
  private final List<List<String>> rows = new ArrayList<>();

  /** Makes a table with those columns. */
  public Table(String... headers) {
    this.headers = Arrays.stream(headers).map(h -> h.toUpperCase(Locale.ROOT)).toList();
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
   * Prints the table. The last column is cut where a line would be wider than the terminal.
   *
   * @param width the columns of the terminal, 0 for no limit
   */
  public void print(PrintWriter out, boolean withHeaders, int width) {
    List<List<String>> all = new ArrayList<>();
    if (withHeaders) {
      all.add(headers);
    }
    all.addAll(rows);
    int[] widths = new int[headers.size()];
    for (List<String> row : all) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], length(row.get(i)));
      }
    }
    all.forEach(row -> out.println(line(row, widths, width)));
  }

  private static String line(List<String> row, int[] widths, int width) {
    StringBuilder line = new StringBuilder();
    int last = row.size() - 1;
    for (int i = 0; i < last; i++) {
      line.append(row.get(i)).append(" ".repeat(widths[i] - length(row.get(i)))).append(GAP);
    }
    int rest =
        width == 0 ? Integer.MAX_VALUE : Math.max(width - length(line), NARROWEST_LAST_COLUMN);
    return line.append(cut(row.get(last), rest)).toString();
  }

  private static String cut(String cell, int width) {
    if (length(cell) <= width) {
      return cell;
    }
    return cell.substring(0, cell.offsetByCodePoints(0, width - 1)) + ELLIPSIS;
  }

  private static int length(CharSequence text) {
    return Character.codePointCount(text, 0, text.length());
  }
}
