package dev.plimsoll.server.metrics;

import dev.plimsoll.kube.periodic.TaskStatus;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** How the periodic duties of a part fare. */
public final class DutyMetrics implements MultiCollector {
  private final List<Supplier<TaskStatus>> duties = new CopyOnWriteArrayList<>();
  private final MetricTable<TaskStatus> table =
      new MetricTable<TaskStatus>(duty -> Labels.of("duty", duty.name()))
          .counter(
              "plimsoll_duty_failures",
              "Runs of a periodic duty that failed.",
              TaskStatus::failures)
          .gauge(
              "plimsoll_duty_last_success_timestamp_seconds",
              "Unix time of the last successful run of a periodic duty.",
              duty -> duty.lastSuccess().map(Instant::toEpochMilli).map(m -> m / 1e3).orElse(0.0));

  /** Adds a duty. */
  public void add(Supplier<TaskStatus> duty) {
    duties.add(duty);
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(table.snapshots(duties.stream().map(Supplier::get).toList()));
  }
}
