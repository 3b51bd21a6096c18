package dev.plimsoll.console;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BalanceMetricsTest {
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(1_000), ZoneOffset.UTC);

  private static ClusterBuilder cluster() {
    return Cluster.builder(Instant.EPOCH)
        .add(node("a").has("nvidia.com/gpu", "8").build())
        .add(pod("vision", "runs").requests("nvidia.com/gpu", "2").on("a").build())
        .add(pod("vision", "waits").requests("nvidia.com/gpu", "4").build());
  }

  private static List<String> told(BalanceHistory history) {
    List<String> told = new ArrayList<>();
    for (MetricSnapshot metric : new BalanceMetrics(history::lastLook).collect()) {
      for (GaugeSnapshot.GaugeDataPointSnapshot point : ((GaugeSnapshot) metric).getDataPoints()) {
        told.add(
            metric.getMetadata().getPrometheusName() + point.getLabels() + " " + point.getValue());
      }
    }
    return told;
  }

  @Test
  void namespaces_are_told_as_they_were_when_they_were_counted() {
    BalanceHistory history = new BalanceHistory(() -> cluster().complete().build(), CLOCK);
    history.look();

    String labels = "{namespace=\"vision\",resource=\"nvidia.com/gpu\",unit=\"integer\"}";
    assertThat(told(history))
        .containsExactlyInAnyOrder(
            "plimsoll_namespaces_timestamp_seconds{} 1000.0",
            "plimsoll_namespace_placed" + labels + " 2.0",
            "plimsoll_namespace_pending" + labels + " 4.0",
            "plimsoll_namespace_missing" + labels + " 0.0");
  }

  @Test
  void nothing_is_told_before_namespaces_were_counted() {
    assertThat(told(new BalanceHistory(() -> cluster().complete().build(), CLOCK))).isEmpty();
  }

  @Test
  void nothing_is_told_of_a_cluster_that_was_not_read_whole() {
    BalanceHistory history = new BalanceHistory(() -> cluster().build(), CLOCK);
    history.look();

    assertThat(told(history)).isEmpty();
  }
}
