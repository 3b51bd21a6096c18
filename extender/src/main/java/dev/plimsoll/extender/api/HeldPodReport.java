package dev.plimsoll.extender.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.HeldPod;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.server.report.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The held pods of namespaces that the caller may see, as JSON. For whom nodes are reserved is not
 * said, since it may be another tenant.
 */
final class HeldPodReport {
  private final Decisions decisions;
  private final Visibility visibility;
  private final ExtenderHolds holds;
  private final Instant now = Instant.now();

  HeldPodReport(Decisions decisions, Visibility visibility) {
    this.decisions = decisions;
    this.visibility = visibility;
    this.holds = new ExtenderHolds(decisions);
  }

  JsonObject json() {
    JsonArray held = new JsonArray();
    decisions.held().stream()
        .filter(h -> visibility.namespaces().includes(h.pod().namespace()))
        .forEach(h -> decisions.heldFor(h.pod()).ifPresent(heldFor -> held.add(json(h, heldFor))));
    JsonObject all = new JsonObject();
    all.add("heldPods", held);
    return all;
  }

  private JsonObject json(HeldPod heldPod, Duration heldFor) {
    JsonObject json = new JsonObject();
    json.addProperty("namespace", heldPod.pod().namespace());
    json.addProperty("pod", heldPod.pod().name());
    json.addProperty("uid", heldPod.uid());
    json.addProperty("since", now.minus(heldFor).truncatedTo(ChronoUnit.SECONDS).toString());
    json.addProperty("heldSeconds", heldFor.toSeconds());
    json.addProperty("cause", heldPod.reason().cause().word());
    json.addProperty("message", message(heldPod));
    return json;
  }

  private String message(HeldPod heldPod) {
    PodHold whole = holds.hold(heldPod.pod(), heldPod.reason());
    PodHold hold = visibility.nodes() ? whole : whole.withoutNodes();
    return Stream.concat(Stream.of(hold.text()), hold.notes().stream().limit(1))
        .collect(Collectors.joining(": "));
  }
}
