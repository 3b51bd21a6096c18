package dev.plimsoll.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.server.config.PrometheusSettings;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Views;
import dev.plimsoll.server.report.Visibility;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers with the tenants' last week, if Prometheus has it. */
final class TenantHistoryRoute {
  private static final Duration INTERVAL = Duration.ofMinutes(5);

  private static final String NOT_NAMED =
      "not known here: histories of tenants are in Prometheus, and console.prometheus names none";
  private static final String NOT_READ =
      "not known yet: histories of tenants have not been read from Prometheus";

  private final Reports reports;
  private final Optional<RecordedBalances> recorded;

  TenantHistoryRoute(Reports reports, Optional<PrometheusSettings> prometheus) {
    this.reports = reports;
    this.recorded = prometheus.map(p -> new RecordedBalances(p, Clock.systemUTC()));
  }

  Route route() {
    return reports.get("/api/v1/tenants/history", this::answer);
  }

  /** Prometheus may take its time: nothing else depends on it. */
  List<Views.Duty> duties() {
    return recorded.stream()
        .map(r -> new Views.Duty("tenant-history", INTERVAL, false, r::read))
        .toList();
  }

  private Reply answer(Call call, Visibility visibility) {
    if (recorded.isEmpty()) {
      return notKnown(NOT_NAMED);
    }
    Map<String, Instant> created = created(reports.cluster());
    return recorded
        .get()
        .json(
            namespace ->
                Optional.ofNullable(created.get(namespace))
                    .filter(time -> visibility.namespaces().includes(namespace)))
        .map(Reports::json)
        .orElseGet(() -> notKnown(NOT_READ));
  }

  private static Reply notKnown(String why) {
    JsonObject json = new JsonObject();
    json.addProperty("notKnown", why);
    json.addProperty("stepSeconds", HourlyBalances.STEP.toSeconds());
    json.add("namespaces", new JsonArray());
    return Reports.json(json);
  }

  /**
   * Returns when each namespace was created: a former one of that name may have had another tenant.
   */
  private static Map<String, Instant> created(Cluster cluster) {
    Map<String, Instant> created = new HashMap<>();
    for (Namespace namespace : cluster.list(Namespace.class)) {
      namespace
          .metadata()
          .creationTimestamp()
          .ifPresent(time -> created.put(namespace.name(), time));
    }
    return created;
  }
}
