package dev.plimsoll.console;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Namespace;
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

/** What tenants had in the last week, where Prometheus keeps it. */
final class TenantHistoryRoute {
  private static final Duration INTERVAL = Duration.ofMinutes(5);

  private static final Reply NOT_KNOWN =
      Reply.error(
          501,
          "not known here: histories of tenants are in Prometheus, and console.prometheus names"
              + " none");
  private static final Reply NOT_READ =
      Reply.error(503, "histories of tenants have not been read from Prometheus yet");

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
      return NOT_KNOWN;
    }
    Map<String, Instant> created = created(reports.cluster());
    return recorded
        .get()
        .json(
            n ->
                Optional.ofNullable(created.get(n))
                    .filter(t -> visibility.namespaces().includes(n)))
        .map(Reports::json)
        .orElse(NOT_READ);
  }

  /** Whose a former namespace of the same name was isn't known. */
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
