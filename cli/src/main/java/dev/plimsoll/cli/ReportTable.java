package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.model.hours.DeviceState;
import dev.plimsoll.model.hours.StateLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The lines of a report as a table for people, Markdown or CSV. Unknown cells have {@link
 * UnreadText#MARK}; in CSV they are empty.
 *
 * @param headers the headers of the columns
 * @param rows the cells, as many as headers in each row
 */
record ReportTable(List<String> headers, List<List<String>> rows) {

  ReportTable {
    headers = List.copyOf(headers);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /**
   * Returns the lines as cells.
   *
   * @param group the header of the groups; empty without groups
   * @param amount the header of the amounts
   * @param money the header of the money; empty without prices
   */
  static ReportTable of(List<StateLine> lines, String group, String amount, String money) {
    List<String> headers = new ArrayList<>(List.of("resource", "state", amount, "percent", "left"));
    if (!group.isEmpty()) {
      headers.add(0, group);
      headers.remove("left");
    }
    if (!money.isEmpty()) {
      headers.add(money);
    }
    List<List<String>> rows = new ArrayList<>();
    Optional<Double> left = Optional.empty();
    for (StateLine line : lines) {
      List<String> row = new ArrayList<>(List.of(line.resource().name(), line.label()));
      if (!group.isEmpty()) {
        row.add(0, line.group());
      }
      row.add(number(line.amount()));
      row.add(number(line.part().map(p -> 100 * p)));
      if (group.isEmpty()) {
        left = left(left, line);
        row.add(number(left));
      }
      if (!money.isEmpty()) {
        row.add(number(line.money()));
      }
      rows.add(row);
    }
    return new ReportTable(headers, rows);
  }

  /** Returns the rest of the capacity below a line; free devices stay in the rest. */
  private static Optional<Double> left(Optional<Double> above, StateLine line) {
    if (line.state().isEmpty()) {
      return line.amount();
    }
    boolean stays = line.state().filter(s -> s == DeviceState.FREE).isPresent();
    return stays ? above : above.flatMap(a -> line.amount().map(n -> a - n));
  }

  private static String number(Optional<Double> value) {
    return value.map(ReportTable::number).orElse(UnreadText.MARK);
  }

  /** Returns a number with up to two decimals. */
  static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", Math.abs(value) < 0.005 ? 0.0 : value)
        .replaceFirst("\\.?0+$", "");
  }

  /**
   * Returns the table with a column of the amounts of other lines, such as those of a month before.
   *
   * @param absent the amount of a line that the others lack; empty if unknown
   */
  ReportTable with(
      String header, List<StateLine> lines, List<StateLine> others, Optional<Double> absent) {
    List<String> more = new ArrayList<>(headers);
    more.add(header);
    List<List<String>> longer = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      StateLine line = lines.get(i);
      List<String> row = new ArrayList<>(rows.get(i));
      row.add(
          number(
              others.stream()
                  .filter(o -> isSame(o, line))
                  .findFirst()
                  .map(StateLine::amount)
                  .orElse(absent)));
      longer.add(row);
    }
    return new ReportTable(more, longer);
  }

  private static boolean isSame(StateLine one, StateLine other) {
    return one.group().equals(other.group())
        && one.resource().equals(other.resource())
        && one.state().equals(other.state());
  }

  Table table() {
    Table table = new Table(headers.toArray(String[]::new));
    rows.forEach(row -> table.row(row.toArray()));
    return table;
  }

  String markdown() {
    return markdown(headers)
        + markdown(headers.stream().map(h -> "---").toList())
        + rows.stream().map(ReportTable::markdown).collect(Collectors.joining());
  }

  private static String markdown(List<String> cells) {
    return cells.stream()
        .map(c -> c.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  String csv() {
    return csv(headers) + rows.stream().map(ReportTable::csv).collect(Collectors.joining());
  }

  private static String csv(List<String> cells) {
    return cells.stream()
        .map(c -> c.equals(UnreadText.MARK) ? "" : c)
        .map(c -> c.matches("[^\",\\r\\n]*") ? c : '"' + c.replace("\"", "\"\"") + '"')
        .collect(Collectors.joining(",", "", "\n"));
  }
}
