package dev.plimsoll.advisor.controller;

import static dev.plimsoll.advisor.controller.ControllerTestCluster.await;
import static dev.plimsoll.advisor.controller.ControllerTestCluster.decisions;
import static dev.plimsoll.advisor.controller.ControllerTestCluster.gauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdvisorControllerMetricsTest {
  private static final Instant BEGIN = Instant.parse("2030-01-07T00:00:00Z");
  private static final Duration TAKES = Duration.ofMinutes(2);

  @TempDir Path folder;

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
