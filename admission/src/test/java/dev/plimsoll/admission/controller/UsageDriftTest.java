package dev.plimsoll.admission.controller;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaLedgerAdmission;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UsageDriftTest {
  private final MetricsRegistry registry = new MetricsRegistry();
  private long nanos;
  private final Ticker ticker = () -> nanos;
  private final UsageDrift drift = new UsageDrift(ticker, new ControllerLog(registry, () -> 0));

  private static Cluster cluster(Resources inForce) {
    return ClusterFixture.cluster(
        new Namespace(
            ObjectMeta.builder()
                .name("team")
                .labels(Map.of(QuotaLedgerAdmission.LABEL, "true"))
                .build()),
        new ResourceQuota(
            ObjectMeta.of("team", "gpus"),
            new ResourceQuotaSpec(list("requests.nvidia.com/gpu=4"), List.of(), List.of()),
            new ResourceQuotaStatus(inForce, Resources.EMPTY)));
  }

  private double notInForce() {
    return registry.scrape().stream()
        .filter(s -> s.getMetadata().getName().equals("plimsoll_admission_quotas_not_in_force"))
        .map(GaugeSnapshot.class::cast)
        .mapToDouble(s -> s.getDataPoints().get(0).getValue())
        .sum();
  }

  private double checkAfter(Duration time, Cluster cluster) {
    nanos += time.toNanos();
    drift.check(new TreeMap<>(), cluster);
    return notInForce();
  }

  @Test
  void limits_that_are_not_in_force_count_after_a_minute_until_they_are() {
    Cluster unsynced = cluster(Resources.EMPTY);

    assertThat(checkAfter(Duration.ZERO, unsynced)).isZero();
    assertThat(checkAfter(Duration.ofSeconds(59), unsynced)).isZero();
    assertThat(checkAfter(Duration.ofSeconds(1), unsynced)).isEqualTo(1);
    assertThat(checkAfter(Duration.ofSeconds(1), cluster(list("requests.nvidia.com/gpu=4"))))
        .isZero();
    assertThat(checkAfter(Duration.ofSeconds(1), unsynced)).isZero();
  }
}
