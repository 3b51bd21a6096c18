package dev.plimsoll.console;

import com.google.gson.JsonObject;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Views;
import dev.plimsoll.server.report.Visibility;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Answers with the back-test of recorded demand, which runs once after the start. It tells of all
 * tenants, so that it is for those who may see all of them.
 */
final class BacktestRoutes {
  /** The result never changes: another run follows only if one failed. */
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  private static final String NOT_NAMED =
      "not known here: console.backtest.demand names no recorded demand";
  private static final String NOT_RUN = "not known yet: the back-test hasn't ended";

  private final Reports reports;
  private final Optional<BacktestSource> source;
  private volatile Optional<BacktestSource.Result> result = Optional.empty();

  BacktestRoutes(Reports reports, Optional<BacktestSource> source) {
    this.reports = reports;
    this.source = source;
  }

  List<Route> all() {
    return List.of(
        reports.get("/api/v1/advice/backtest", this::report),
        reports.get("/api/v1/advice/backtest/chart", this::chart));
  }

  List<Views.Duty> duties() {
    return source.stream()
        .map(s -> new Views.Duty("backtest", INTERVAL, false, () -> runOnce(s)))
        .toList();
  }

  private void runOnce(BacktestSource demand) {
    if (result.isEmpty()) {
      result = Optional.of(demand.run());
    }
  }

  private Reply chart(Call call, Visibility visibility) {
    visibility.requireAll();
    return result
        .map(r -> new Reply(200, "image/svg+xml", r.chart().getBytes(StandardCharsets.UTF_8)))
        .orElseGet(() -> Reply.error(source.isEmpty() ? 501 : 503, whyNotKnown()));
  }

  private Reply report(Call call, Visibility visibility) {
    visibility.requireAll();
    return Reports.json(result.map(BacktestSource.Result::report).orElseGet(this::notKnown));
  }

  private JsonObject notKnown() {
    JsonObject json = new JsonObject();
    json.addProperty("notKnown", whyNotKnown());
    return json;
  }

  private String whyNotKnown() {
    return source.isEmpty() ? NOT_NAMED : NOT_RUN;
  }
}
