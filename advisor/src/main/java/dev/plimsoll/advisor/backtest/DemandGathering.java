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
final class DemandGathering {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  private final String file;
  private final List<Map<String, DemandRow>> moments = new ArrayList<>();
  private Duration step = Duration.ZERO;

  DemandGathering(String file) {
    this.file = file;
  }

  void add(DemandRow row) {
    if (moments.isEmpty() || row.time().isAfter(time(moments.size() - 1))) {
      next(row);
    } else if (row.time().isBefore(time(moments.size() - 1))) {
      throw bad(
          row,
          "the time goes back from "
              + text(time(moments.size() - 1))
              + " to "
              + text(row.time())
              + "; sort the file by time");
    }
    DemandRow other = moments.get(moments.size() - 1).put(row.tenant(), row);
    if (other != null) {
      throw bad(
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
    if (moments.isEmpty()) {
      throw new InputException(file + " has no rows; there must be one for each tenant and time.");
    }
    checkTenants(moments.size() - 1);
    List<DemandTrace.Sample> samples = new ArrayList<>();
    for (int i = 0; i < moments.size(); i++) {
      List<DemandRow> rows = List.copyOf(moments.get(i).values());
      samples.add(
          new DemandTrace.Sample(
              time(i),
              rows.stream().map(DemandRow::quota).toList(),
              rows.stream().map(DemandRow::demand).toList()));
    }
    return new DemandTrace(
        step.isZero() ? Duration.ofMinutes(5) : step,
        List.copyOf(moments.get(0).keySet()),
        samples);
  }

  private void next(DemandRow row) {
    if (!moments.isEmpty()) {
      LocalDateTime last = time(moments.size() - 1);
      checkTenants(moments.size() - 1);
      Duration since = Duration.between(last, row.time());
      if (step.isZero()) {
        step = since;
      } else if (!step.equals(since)) {
        throw bad(
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
    moments.add(new TreeMap<>());
  }

  private void checkTenants(int moment) {
    Map<String, DemandRow> first = moments.get(0);
    Map<String, DemandRow> rows = moments.get(moment);
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
        throw bad(
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
    return moments.get(moment).values().iterator().next().time();
  }

  private static String text(LocalDateTime time) {
    return time.format(TIME);
  }

  private InputException bad(DemandRow row, String what) {
    return new InputException(file + ", line " + row.line() + ": " + what + ".");
  }
}
