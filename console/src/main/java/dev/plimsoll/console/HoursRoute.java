package dev.plimsoll.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.hours.DeviceRecords;
import dev.plimsoll.kube.hours.RecordedHours;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.price.PriceList;
import dev.plimsoll.kube.report.CostlyState;
import dev.plimsoll.kube.report.StateReport;
import dev.plimsoll.model.hours.DeviceRow;
import dev.plimsoll.model.hours.StateGrouping;
import dev.plimsoll.model.hours.StateLine;
import dev.plimsoll.model.hours.StateLines;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Views;
import dev.plimsoll.server.report.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers where the hours of devices went. The records are read once an hour and kept in memory, so
 * that no caller waits for them.
 */
final class HoursRoute {
  private static final Duration INTERVAL = Duration.ofHours(1);
  private static final int MOST_COSTLY = 10;
  private static final Map<String, Duration> PERIODS = new LinkedHashMap<>();
  private static final Map<String, StateGrouping> GROUPS =
      Map.of(
          "", StateGrouping.NONE, "tenant", StateGrouping.TENANT, "product", StateGrouping.PRODUCT);

  private static final String NOT_NAMED =
      "not known here: the configuration names neither console.prometheus nor deviceHours.file";
  private static final String NOT_READ = "not known yet: the hours of devices have not been read";
  private static final String NOT_RECORDED = "no device-hours are recorded since ";

  static {
    PERIODS.put("1d", Duration.ofDays(1));
    PERIODS.put("7d", Duration.ofDays(7));
    PERIODS.put("30d", Duration.ofDays(30));
  }

  private final Reports reports;
  private final Optional<HoursSource> source;
  private final InstantSource clock;
  private volatile Map<String, Read> periods = Map.of();
  private volatile String unread = NOT_READ;

  /** The hours of a period, and of the period before. */
  private record Read(RecordedHours hours, RecordedHours before) {}

  HoursRoute(Reports reports, Optional<HoursSource> source, InstantSource clock) {
    this.reports = reports;
    this.source = source;
    this.clock = clock;
  }

  Route route() {
    return reports.get("/api/v1/hours", this::answer);
  }

  /** Prometheus may take its time: nothing else depends on it. */
  List<Views.Duty> duties() {
    return source.stream()
        .map(s -> new Views.Duty("device-hours", INTERVAL, false, () -> look(s)))
        .toList();
  }

  private void look(HoursSource records) {
    try {
      read(records.records().get());
    } catch (InputException | UnreachableException e) {
      unread = "not known: " + e.getMessage();
      throw e;
    }
  }

  private void read(DeviceRecords records) {
    Instant to = records.end(clock.instant());
    Map<String, Read> read = new LinkedHashMap<>();
    PERIODS.forEach(
        (name, length) -> {
          Instant from = to.minus(length);
          read.put(
              name, new Read(records.between(from, to), records.between(from.minus(length), from)));
        });
    periods = Map.copyOf(read);
  }

  private Reply answer(Call call, Visibility visibility) {
    visibility.requireAll();
    String since = call.parameter("since").orElse("30d");
    Optional<StateGrouping> by = Optional.ofNullable(GROUPS.get(call.parameter("by").orElse("")));
    if (!PERIODS.containsKey(since) || by.isEmpty()) {
      return Reply.error(
          400,
          "invalid parameter; expected ?since=%s, and &by=tenant or &by=product"
              .formatted(String.join(", ", PERIODS.keySet())));
    }
    Read read = periods.get(since);
    if (read == null) {
      return notKnown(source.isEmpty() ? NOT_NAMED : unread);
    }
    if (read.hours().hours().isEmpty()) {
      return notKnown(NOT_RECORDED + read.hours().from());
    }
    List<String> notes = new ArrayList<>(read.hours().notes());
    source.ifPresent(s -> notes.addAll(s.notes()));
    PriceList prices = source.map(HoursSource::prices).orElse(PriceList.NONE);
    notes.addAll(
        prices.notes(read.hours().hours().keySet().stream().map(DeviceRow::kind).toList()));
    return Reports.json(
        StateReport.of(
            read.hours(),
            lines(read.hours(), by.get(), prices),
            lines(read.before(), by.get(), prices),
            CostlyState.of(read.hours(), prices).stream().limit(MOST_COSTLY).toList(),
            CostlyState::help,
            prices.currency(),
            notes));
  }

  private static List<StateLine> lines(RecordedHours hours, StateGrouping by, PriceList prices) {
    return new StateLines(hours.hours(), state -> hours.isWhole(), prices::of).by(by);
  }

  private static Reply notKnown(String why) {
    JsonObject json = new JsonObject();
    json.addProperty("notKnown", why);
    json.add("lines", new JsonArray());
    return Reports.json(json);
  }
}
