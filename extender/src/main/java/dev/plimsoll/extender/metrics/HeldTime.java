package dev.plimsoll.extender.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.HeldPod;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.server.metrics.MetricTable;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How many pods of each namespace are held for which cause, and how long pods have been, all
 * together: looked at once a second.
 */
public final class HeldTime implements MultiCollector {
  private static final double NANOS = 1e9;

  private final Decisions decisions;
  private final Ticker ticker;
  private final MetricTable<Map.Entry<Key, Held>> table =
      new MetricTable<Map.Entry<Key, Held>>(
              e -> Labels.of("namespace", e.getKey().namespace(), "cause", e.getKey().cause()))
          .gauge(
              "plimsoll_namespace_held_pods",
              "Pods held at present, by namespace and cause.",
              e -> e.getValue().pods())
          .counter(
              "plimsoll_namespace_held_seconds",
              "Seconds that pods were held, of all pods together, by namespace and cause.",
              e -> e.getValue().nanos() / NANOS);

  @GuardedBy("this")
  private final Map<Key, Held> byKey = new HashMap<>();

  @GuardedBy("this")
  private long looked;

  private record Key(String namespace, String cause) {}

  private record Held(long pods, long nanos) {
    Held none() {
      return new Held(0, nanos);
    }

    Held andOne(long more) {
      return new Held(pods + 1, nanos + more);
    }
  }

  HeldTime(Decisions decisions, Ticker ticker) {
    this.decisions = decisions;
    this.ticker = ticker;
    this.looked = ticker.read();
  }

  /** Makes one that has not looked yet. */
  public static HeldTime of(Decisions decisions) {
    return new HeldTime(decisions, Ticker.SYSTEM);
  }

  /** Starts to look once a second, on a thread of its own. */
  public PeriodicTask start() {
    return PeriodicTask.start("held-time", RunInterval.every(Duration.ofSeconds(1)), this::look);
  }

  /** Looks once; what is held now counts as held since the look before. */
  synchronized void look() {
    long now = ticker.read();
    long since = now - looked;
    looked = now;
    Set<String> namespaces = Set.copyOf(decisions.cluster().namespaces());
    byKey.keySet().removeIf(key -> !namespaces.contains(key.namespace()));
    byKey.replaceAll((key, held) -> held.none());
    for (HeldPod held : decisions.held()) {
      Key key = new Key(held.pod().namespace(), held.reason().cause().word());
      byKey.put(key, byKey.getOrDefault(key, new Held(0, 0)).andOne(since));
    }
  }

  @Override
  public synchronized MetricSnapshots collect() {
    return new MetricSnapshots(table.snapshots(byKey.entrySet()));
  }
}
