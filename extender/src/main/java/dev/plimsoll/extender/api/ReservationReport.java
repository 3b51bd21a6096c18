package dev.plimsoll.extender.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.scheduler.NodeReservation;
import dev.plimsoll.extender.scheduler.ReservationDecisions;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.server.report.Visibility;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The nodes that are reserved for large pods of namespaces that the caller may see, as JSON. */
final class ReservationReport {
  private final ReservationDecisions decisions;
  private final Visibility visibility;

  ReservationReport(ReservationDecisions decisions, Visibility visibility) {
    this.decisions = decisions;
    this.visibility = visibility;
  }

  JsonObject json() {
    JsonArray reservations = new JsonArray();
    decisions.all().stream()
        .filter(r -> visibility.namespaces().includes(r.pod().namespace()))
        .forEach(r -> reservations.add(json(r)));
    JsonObject all = new JsonObject();
    all.add("reservations", reservations);
    return all;
  }

  private JsonObject json(NodeReservation reservation) {
    JsonObject json = new JsonObject();
    json.addProperty("node", reservation.node());
    json.addProperty("namespace", reservation.pod().namespace());
    json.addProperty("pod", reservation.pod().name());
    json.addProperty("uid", reservation.pod().metadata().uid());
    reservation.gang().ifPresent(g -> json.addProperty("gang", g.name()));
    json.add("requests", json(reservation.devices()));
    json.addProperty(
        "expires",
        Instant.now().plus(decisions.left(reservation)).truncatedTo(ChronoUnit.SECONDS).toString());
    return json;
  }

  private static JsonObject json(Resources resources) {
    JsonObject json = new JsonObject();
    resources.forEach((name, quantity) -> json.addProperty(name.toString(), quantity.toString()));
    return json;
  }
}
