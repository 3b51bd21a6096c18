package dev.plimsoll.advisor.backtest;

import dev.plimsoll.kube.InputException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Groups rows by time and rejects a trace with gaps. */
final class DemandTraceBuilder {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  private final String file;
  private final List<Map<String, DemandRow>> rowsByTime = new ArrayList<>();
  private Duration step = Duration.ZERO;

  DemandTraceBuilder(String file) {
    this.file = file;
  }

  void add(DemandRow row) {
    if (rowsByTime.isEmpty() || row.time().isAfter(time(rowsByTime.size() - 1))) {
      next(row);
    } else if (row.time().isBefore(time(rowsByTime.size() - 1))) {
      throw invalid(
          row,
          "times must not decrease: from "
              + text(time(rowsByTime.size() - 1))
              + " to "
              + text(row.time())
              + "; sort the file by time");
    }
    DemandRow other = rowsByTime.get(rowsByTime.size() - 1).put(row.tenant(), row);
    if (other != null) {
      throw invalid(
          row,
          "tenant "
              + row.tenant()
              + " already has a row for "
              + text(row.time())
              + " in line "
              + other.line());
    }
  }

  DemandTrace trace() {
    if (rowsByTime.isEmpty()) {
      throw new InputException(file + ": no rows: expected one for each tenant and time.");
    }
    checkTenants(rowsByTime.size() - 1);
    List<DemandTrace.Sample> samples = new ArrayList<>();
    for (int i = 0; i < rowsByTime.size(); i++) {
      List<DemandRow> rows = List.copyOf(rowsByTime.get(i).values());
      samples.add(
          new DemandTrace.Sample(
              time(i),
              rows.stream().map(DemandRow::quota).toList(),
              rows.stream().map(DemandRow::demand).toList()));
    }
    return new DemandTrace(
        step.isZero() ? Duration.ofMinutes(5) : step,
        List.copyOf(rowsByTime.get(0).keySet()),
        samples);
  }

  private void next(DemandRow row) {
    if (!rowsByTime.isEmpty()) {
      LocalDateTime last = time(rowsByTime.size() - 1);
      checkTenants(rowsByTime.size() - 1);
      Duration since = Duration.between(last, row.time());
      if (step.isZero()) {
        step = since;
      } else if (!step.equals(since)) {
        throw invalid(
            row,
            "gap in time: "
                + text(last)
                + " is followed by "
                + text(row.time())
                + ", but earlier times are "
                + step.toSeconds()
                + " s apart; add the missing rows or cut the file there");
      }
    }
    rowsByTime.add(new TreeMap<>());
  }

  private void checkTenants(int step) {
    Map<String, DemandRow> first = rowsByTime.get(0);
    Map<String, DemandRow> rows = rowsByTime.get(step);
    for (String tenant : first.keySet()) {
      if (!rows.containsKey(tenant)) {
        throw new InputException(
            file
                + ", after line "
                + rows.values().stream().mapToInt(DemandRow::line).max().orElse(1)
                + ": gap: tenant "
                + tenant
                + " has no row for "
                + text(time(step))
                + "; add one, with zeros if the tenant was absent.");
      }
    }
    for (DemandRow row : rows.values()) {
      if (!first.containsKey(row.tenant())) {
        throw invalid(
            row,
            "tenant "
                + row.tenant()
                + " has no row for the first time, "
                + text(time(0))
                + "; add one, with zeros if the tenant was absent");
      }
    }
  }

  private LocalDateTime time(int step) {
    return rowsByTime.get(step).values().iterator().next().time();
  }

  private static String text(LocalDateTime time) {
    return time.format(TIME);
  }

  private InputException invalid(DemandRow row, String what) {
    return new InputException(file + ", line " + row.line() + ": " + what + ".");
  }
}
