package dev.plimsoll.advisor.backtest;

import dev.plimsoll.kube.InputException;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Where in a row of a demand file each figure stands. */
final class DemandColumns {
  private static final long MOST = 1_000_000_000;

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
    List<String> names = Arrays.stream(header.split(",", -1)).map(String::trim).toList();
    List<String> missing =
        Stream.of("time", "tenant", "quota_gpus", "running_gpus", "pending_gpus")
            .filter(n -> !names.contains(n))
            .toList();
    if (!missing.isEmpty()) {
      throw new InputException(
          file
              + ", line 1: there is no column "
              + String.join(", ", missing)
              + "; the first line must name it");
    }
    return new DemandColumns(file, names);
  }

  DemandRow row(String line, int number) {
    String[] cells = line.split(",", -1);
    if (cells.length != width) {
      throw bad(number, "there are " + cells.length + " columns where the first line has " + width);
    }
    String name = cells[tenant].trim();
    if (name.isEmpty()) {
      throw bad(number, "the tenant has no name");
    }
    return new DemandRow(
        number,
        time(cells[time].trim(), number),
        name,
        gpus("quota_gpus", cells[quota].trim(), number),
        gpus("running_gpus", cells[running].trim(), number)
            + gpus("pending_gpus", cells[pending].trim(), number));
  }

  private LocalDateTime time(String text, int number) {
    try {
      String iso = text.replace(' ', 'T');
      return LocalDateTime.parse(iso.endsWith("Z") ? iso.substring(0, iso.length() - 1) : iso);
    } catch (DateTimeParseException e) {
      throw bad(number, "\"" + text + "\" is no time; write it as 2020-05-01 00:05:00");
    }
  }

  private long gpus(String column, String text, int number) {
    try {
      long gpus = Long.parseLong(text);
      if (gpus >= 0 && gpus <= MOST) {
        return gpus;
      }
    } catch (NumberFormatException e) {
      throw bad(number, notGpus(column, text));
    }
    throw bad(number, notGpus(column, text));
  }

  private static String notGpus(String column, String text) {
    return column + " is \"" + text + "\", which is no whole number of GPUs";
  }

  private InputException bad(int number, String what) {
    return new InputException(file + ", line " + number + ": " + what);
  }
}
