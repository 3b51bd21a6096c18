package dev.plimsoll.advisor.backtest;

import dev.plimsoll.kube.InputException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Puts rows together by time and refuses a trace with gaps. */
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
          "the time goes back from "
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
              + " has a row for "
              + text(row.time())
              + " already, in line "
              + other.line());
    }
  }

  DemandTrace trace() {
    if (rowsByTime.isEmpty()) {
      throw new InputException(file + " has no rows; there must be one for each tenant and time.");
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
            "there is a gap: after "
                + text(last)
                + " comes "
                + text(row.time())
                + ", but the times before are "
                + step.toSeconds()
                + " s apart; fill in the rows between or cut the file there");
      }
    }
    rowsByTime.add(new TreeMap<>());
  }

  private void checkTenants(int moment) {
    Map<String, DemandRow> first = rowsByTime.get(0);
    Map<String, DemandRow> rows = rowsByTime.get(moment);
    for (String tenant : first.keySet()) {
      if (!rows.containsKey(tenant)) {
        throw new InputException(
            file
                + ", after line "
                + rows.values().stream().mapToInt(DemandRow::line).max().orElse(1)
                + ": there is a gap: tenant "
                + tenant
                + " has no row for "
                + text(time(moment))
                + "; give it one, with zeros if it wasn't there.");
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
                + "; give it one, with zeros if it wasn't there");
      }
    }
  }

  private LocalDateTime time(int moment) {
    return rowsByTime.get(moment).values().iterator().next().time();
  }

  private static String text(LocalDateTime time) {
    return time.format(TIME);
  }

  private InputException invalid(DemandRow row, String what) {
    return new InputException(file + ", line " + row.line() + ": " + what + ".");
  }
}
