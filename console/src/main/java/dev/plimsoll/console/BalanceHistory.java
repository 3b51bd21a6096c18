package dev.plimsoll.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.report.BalanceReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.balance.Balances;
import dev.plimsoll.model.balance.NamespaceBalance;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The overview's balance of each resource in the last hour: every change that was seen, in memory.
 */
final class BalanceHistory {
  static final Duration LENGTH = Duration.ofHours(1);
  static final int MOST_POINTS = 60;

  private final Supplier<Cluster> cluster;
  private final Clock clock;

  @GuardedBy("this")
  private final Deque<Point> points = new ArrayDeque<>();

  @GuardedBy("this")
  private Optional<Look> lastLook = Optional.empty();

  /**
   * The amounts of namespaces at a time.
   *
   * @param isKnown whether all was read that this rests on
   */
  record Look(Instant time, List<NamespaceBalance> namespaces, boolean isKnown) {
    Look {
      namespaces = List.copyOf(namespaces);
    }
  }

  /** The amounts from a time on. */
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
    Cluster seen = cluster.get();
    List<NamespaceBalance> namespaces = Balances.ofNamespaces(seen);
    boolean isKnown = Balances.unread(seen).isEmpty();
    keep(
        new Look(clock.instant(), isKnown ? namespaces : List.of(), isKnown),
        BalanceReport.resources(seen, namespaces));
  }

  /** Returns the latest balances of namespaces; empty before the first look. */
  synchronized Optional<Look> lastLook() {
    return lastLook;
  }

  private synchronized void keep(Look look, JsonArray resources) {
    Instant now = look.time();
    lastLook = Optional.of(look);
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
    lastLook.ifPresent(l -> json.addProperty("until", l.time().toString()));
    JsonArray all = new JsonArray();
    points.forEach(p -> all.add(p.json()));
    json.add("points", all);
    return json;
  }
}
