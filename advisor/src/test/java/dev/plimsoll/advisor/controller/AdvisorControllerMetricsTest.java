package dev.plimsoll.advisor.controller;

import static dev.plimsoll.advisor.controller.ControllerTestCluster.await;
import static dev.plimsoll.advisor.controller.ControllerTestCluster.decisions;
import static dev.plimsoll.advisor.controller.ControllerTestCluster.gauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage.PodName;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdvisorControllerMetricsTest {
  private static final Instant BEGIN = Instant.parse("2030-01-07T00:00:00Z");
  private static final Duration TAKES = Duration.ofMinutes(2);

  @TempDir Path folder;

  @Test
  void gaps_include_idle_pods_if_usage_is_measured() throws Exception {
    Instant now = Instant.now();
    AdvisorController.Inputs measuring =
        ControllerTestCluster.inputs().measuring(c -> c.withUsage(unused(c, now)));

    try (ControllerTestCluster cluster = new ControllerTestCluster(folder)) {
      cluster.put(
          """
          {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'idle', 'namespace': 'red'},
           'spec': {'nodeName': 'n', 'containers': [
             {'name': 'c', 'resources': {'limits': {'nvidia.com/gpu': '1'},
              'requests': {'nvidia.com/gpu': '1'}}}]},
           'status': {'phase': 'Running', 'startTime': '2020-01-01T00:00:00Z'}}
          """);
      MetricsRegistry registry = cluster.start(cluster.synced(), () -> true, measuring);
      await(() -> decisions(registry, "carried_out") >= 1);

      assertThat(
              gauge(
                  registry,
                  "plimsoll_advisor_gaps",
                  Labels.of("kind", "IdleAllocated", "policy", "gpus", "severity", "Warning")))
          .isEqualTo(1);
    }
  }

  private static MeasuredUsage unused(Cluster cluster, Instant now) {
    Map<PodName, DeviceUsage> usage = new HashMap<>();
    for (Pod pod : cluster.list(Pod.class)) {
      if (pod.name().equals("idle")) {
        usage.put(
            new PodName(pod.namespace(), pod.name()),
            new DeviceUsage(Optional.of(now.minus(Duration.ofHours(10))), 1, now, 600, 0));
      }
    }
    return new MeasuredUsage(IdleRule.DEFAULT, usage);
  }

  @Test
  void the_time_of_the_last_run_is_that_of_its_end() throws Exception {
    AtomicReference<Instant> now = new AtomicReference<>(BEGIN);
    AdvisorController.Inputs usual = ControllerTestCluster.inputs();
    AdvisorController.Inputs slow =
        new AdvisorController.Inputs(
            usual.policies(),
            (cluster, policy, notes) -> {
              now.set(BEGIN.plus(TAKES));
              return UsageHistory.NONE;
            },
            usual.state(),
            usual.simulation());

    try (ControllerTestCluster cluster = new ControllerTestCluster(folder)) {
      MetricsRegistry registry =
          cluster.start(
              cluster.synced(),
              () -> true,
              slow,
              new ControllerClock(now::get, ControllerTestCluster.SPEED));
      await(() -> decisions(registry, "carried_out") >= 1);

      assertThat(
              gauge(
                  registry,
                  "plimsoll_advisor_last_run_timestamp_seconds",
                  Labels.of("policy", "gpus")))
          .isEqualTo((double) BEGIN.plus(TAKES).getEpochSecond());
    }
  }
}
