package dev.plimsoll.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.report.BalanceReport;
import dev.plimsoll.model.cluster.Cluster;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What there was of each resource in the last hour, as the overview has it: kept whenever it is
 * found to have changed, in memory and as long as the process runs.
 */
final class BalanceHistory {
  static final Duration LENGTH = Duration.ofHours(1);
  static final int MOST_POINTS = 60;

  private final Supplier<Cluster> cluster;
  private final Clock clock;

  @GuardedBy("this")
  private final Deque<Point> points = new ArrayDeque<>();

  @GuardedBy("this")
  private Optional<Instant> lastLook = Optional.empty();

  /** What there was from a time on. */
  private record Point(Instant time, JsonArray resources) {
    JsonObject json() {
      JsonObject json = new JsonObject();
      json.addProperty("time", time.toString());
      json.add("resources", resources);
      return json;
    }
  }

  BalanceHistory(Supplier<Cluster> cluster, Clock clock) {
    this.cluster = cluster;
    this.clock = clock;
  }

  /** Looks whether anything has changed. */
  void look() {
    keep(clock.instant(), BalanceReport.ofResources(cluster.get()).getAsJsonArray("resources"));
  }

  private synchronized void keep(Instant now, JsonArray resources) {
    lastLook = Optional.of(now);
    Point last = points.peekLast();
    if (last == null || !last.resources().equals(resources)) {
      points.addLast(new Point(now, resources));
    }
    while (points.size() > MOST_POINTS || isOver(now)) {
      points.removeFirst();
    }
  }

  /** Returns whether what the first point says had ended an hour ago. */
  @GuardedBy("this")
  private boolean isOver(Instant now) {
    return points.size() > 1
        && !points.stream().skip(1).findFirst().orElseThrow().time().isAfter(now.minus(LENGTH));
  }

  /** Returns {@code {until: …, points: [{time: …, resources: […]}]}}, the oldest first. */
  synchronized JsonObject json() {
    JsonObject json = new JsonObject();
    lastLook.ifPresent(t -> json.addProperty("until", t.toString()));
    JsonArray all = new JsonArray();
    points.forEach(p -> all.add(p.json()));
    json.add("points", all);
    return json;
  }
}
