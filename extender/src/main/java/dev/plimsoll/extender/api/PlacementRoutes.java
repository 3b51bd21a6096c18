package dev.plimsoll.extender.api;

import static java.time.temporal.ChronoUnit.SECONDS;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Visibility;
import java.time.Instant;
import java.util.List;

/**
 * The knowledge of the extender that isn't in the cluster: shares, assumed and held pods,
 * reservations.
 */
public final class PlacementRoutes {
  private final Extender extender;
  private final Reports reports;

  /** Makes the routes of an extender. */
  public PlacementRoutes(Extender extender, Reports reports) {
    this.extender = extender;
    this.reports = reports;
  }

  public List<Route> all() {
    return List.of(
        reports.get(
            "/api/v1/shares",
            (call, visibility) ->
                Reports.json(new ShareReport(extender.decisions(), visibility).json())),
        reports.get(
            "/api/v1/assumed-pods", (call, visibility) -> Reports.json(assumedPods(visibility))),
        reports.get(
            "/api/v1/reservations",
            (call, visibility) ->
                Reports.json(
                    new ReservationReport(extender.decisions().reservations(), visibility).json())),
        reports.get(
            "/api/v1/held-pods",
            (call, visibility) ->
                Reports.json(new HeldPodReport(extender.decisions(), visibility).json())));
  }

  private JsonElement assumedPods(Visibility visibility) {
    JsonArray assumedPods = new JsonArray();
    for (AssumedPod assumedPod : extender.decisions().assumedPods()) {
      if (!visibility.namespaces().includes(assumedPod.pod().namespace())) {
        continue;
      }
      JsonObject json = new JsonObject();
      json.addProperty("namespace", assumedPod.pod().namespace());
      json.addProperty("pod", assumedPod.pod().name());
      json.addProperty("uid", assumedPod.pod().metadata().uid());
      json.addProperty("node", assumedPod.node());
      json.addProperty(
          "expires",
          Instant.now()
              .plus(extender.decisions().left(assumedPod))
              .truncatedTo(SECONDS)
              .toString());
      assumedPods.add(json);
    }
    JsonObject all = new JsonObject();
    all.add("assumedPods", assumedPods);
    return all;
  }
}
