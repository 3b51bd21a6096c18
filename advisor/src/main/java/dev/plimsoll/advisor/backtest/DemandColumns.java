package dev.plimsoll.advisor.backtest;

import dev.plimsoll.kube.InputException;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The column of each number in a demand file. */
final class DemandColumns {
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");
  private static final long MOST = 1_000_000_000;

  private static final List<String> COLUMNS =
      List.of("time", "tenant", "quota_gpus", "running_gpus", "pending_gpus");

  private final String file;
  private final int width;
  private final int time;
  private final int tenant;
  private final int quota;
  private final int running;
  private final int pending;

  private DemandColumns(String file, List<String> names) {
    this.file = file;
    this.width = names.size();
    this.time = names.indexOf("time");
    this.tenant = names.indexOf("tenant");
    this.quota = names.indexOf("quota_gpus");
    this.running = names.indexOf("running_gpus");
    this.pending = names.indexOf("pending_gpus");
  }

  static DemandColumns of(String file, String header) {
    List<String> names = cells(header);
    List<String> missing = COLUMNS.stream().filter(n -> !names.contains(n)).toList();
    if (!missing.isEmpty()) {
      throw new InputException(
          file + ", line 1: missing column " + String.join(", ", missing) + ".");
    }
    COLUMNS.stream()
        .filter(n -> names.indexOf(n) != names.lastIndexOf(n))
        .findFirst()
        .ifPresent(
            n -> {
              throw new InputException(file + ", line 1: duplicate column " + n + ".");
            });
    return new DemandColumns(file, names);
  }

  DemandRow row(String line, int number) {
    List<String> cells = cells(line);
    if (cells.size() != width) {
      throw invalid(number, "expected " + width + " columns as in line 1, got " + cells.size());
    }
    String name = cells.get(tenant);
    if (name.isEmpty()) {
      throw invalid(number, "missing name of the tenant");
    }
    if (!name.codePoints().allMatch(DemandColumns::isPrintable)) {
      throw invalid(number, "the name of the tenant has characters that cannot be seen");
    }
    return new DemandRow(
        number,
        time(cells.get(time), number),
        name,
        gpus("quota_gpus", cells.get(quota), number),
        gpus("running_gpus", cells.get(running), number)
            + gpus("pending_gpus", cells.get(pending), number));
  }

  private LocalDateTime time(String text, int number) {
    try {
      String iso = text.replace(' ', 'T');
      return LocalDateTime.parse(iso.endsWith("Z") ? iso.substring(0, iso.length() - 1) : iso);
    } catch (DateTimeParseException e) {
      throw invalid(
          number, "invalid time \"" + text + "\": expected a form such as 2020-05-01 00:05:00");
    }
  }

  private long gpus(String column, String text, int number) {
    try {
      long gpus = Long.parseLong(text);
      if (gpus >= 0 && gpus <= MOST) {
        return gpus;
      }
    } catch (NumberFormatException e) {
      throw invalid(number, notGpus(column, text));
    }
    throw invalid(number, notGpus(column, text));
  }

  private static String notGpus(String column, String text) {
    return column + ": invalid value \"" + text + "\": expected a whole number of GPUs";
  }

  /** Returns the cells of a line, without the quotes that some programs put around them. */
  private static List<String> cells(String line) {
    return Arrays.stream(line.split(",", -1))
        .map(String::trim)
        .map(c -> QUOTED.matcher(c).replaceFirst("$1"))
        .toList();
  }

  private InputException invalid(int number, String what) {
    return new InputException(file + ", line " + number + ": " + what + ".");
  }

  private static boolean isPrintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }
}
