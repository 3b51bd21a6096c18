package dev.plimsoll.server.metrics;

import dev.plimsoll.kube.watch.InformerHealth;
import dev.plimsoll.kube.watch.WatchHealth;
import dev.plimsoll.kubernetes.object.GroupResource;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** How current the informers keep the cluster. */
public final class InformerMetrics implements MultiCollector {
  private static final double MILLIS = 1e3;

  private final Supplier<WatchHealth> health;
  private final MetricTable<WatchHealth> all =
      new MetricTable<WatchHealth>(h -> Labels.EMPTY)
          .counter(
              "plimsoll_informer_drifts",
              "Objects whose cached state differed from the API server and was repaired.",
              WatchHealth::drifts);
  private final MetricTable<Map.Entry<GroupResource, InformerHealth>> informers =
      new MetricTable<Map.Entry<GroupResource, InformerHealth>>(
              e -> Labels.of("resource", e.getKey().toString()))
          .gauge(
              "plimsoll_informer_synced",
              "Whether the informer of a resource has synced (1) or not (0).",
              e -> e.getValue().synced() ? 1 : 0)
          .gauge(
              "plimsoll_informer_consecutive_failures",
              "Attempts in a row to list or watch a resource that failed.",
              e -> e.getValue().failures())
          .gauge(
              "plimsoll_informer_staleness_seconds",
              "Seconds since the API server last sent anything of a resource: the"
                  + " lag of decisions.",
              e -> staleness(e.getValue()))
          .counter(
              "plimsoll_informer_lists",
              "Times that all objects of a resource were listed.",
              e -> e.getValue().lists())
          .counter(
              "plimsoll_informer_events",
              "Watch events received of a resource.",
              e -> e.getValue().events())
          .counter(
              "plimsoll_informer_unreadable",
              "Objects of a resource skipped because they could not be read.",
              e -> e.getValue().unreadable());

  /** Exposes that health. */
  public InformerMetrics(Supplier<WatchHealth> health) {
    this.health = health;
  }

  private static double staleness(InformerHealth informer) {
    return informer.silence().map(silence -> silence.toMillis() / MILLIS).orElse(Double.NaN);
  }

  @Override
  public MetricSnapshots collect() {
    WatchHealth now = health.get();
    List<MetricSnapshot> snapshots = new ArrayList<>(all.snapshots(List.of(now)));
    snapshots.addAll(informers.snapshots(now.informers().entrySet()));
    return new MetricSnapshots(snapshots);
  }
}
