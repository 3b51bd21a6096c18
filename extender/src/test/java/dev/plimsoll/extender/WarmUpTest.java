package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Before its first call the service rehearses, which nobody notices but by the time it takes. */
class WarmUpTest {
  private static Cluster cluster(int nodes) {
    ClusterBuilder cluster = ExtenderFixtures.cluster().add(ExtenderFixtures.quota("team", 1000));
    IntStream.range(0, nodes).forEach(i -> cluster.add(ExtenderFixtures.node("node-" + i, 8)));
    return cluster.build();
  }

  private static int rounds(int nodes, Ticker ticker) {
    return new WarmUp(
            new Extender(cluster(nodes), ExtenderSettings.DEFAULT, b -> "", Ticker.SYSTEM))
        .run(ticker);
  }

  @Test
  void it_leaves_no_trace() throws Exception {
    try (ExtenderOverHttp service = new ExtenderOverHttp(cluster(3), ExtenderSettings.DEFAULT)) {
      WarmUp.run(service.extender);

      assertThat(service.extender.decisions().assumedPods()).isEmpty();
      assertThat(service.extender.decisions().nominatedPods()).isEmpty();
      assertThat(service.extender.decisions().held()).isEmpty();
      assertThat(service.extender.decisions().unknownPods()).isZero();
      assertThat(service.get("/api/v1/decisions").body()).contains("\"decisions\":[]");
      assertThat(service.get("/metrics").body())
          .doesNotContain("verb=\"filter\"")
          .doesNotContain("evictions_total{");
    }
  }

  @Test
  void it_goes_on_longer_where_calls_are_larger() {
    Ticker still = () -> 0;

    assertThat(rounds(0, still)).isEqualTo(200);
    assertThat(rounds(5, still)).isEqualTo(200);
    assertThat(rounds(1500, still)).isEqualTo(300);
  }

  @Test
  void it_ends_where_it_takes_too_long() {
    AtomicInteger seconds = new AtomicInteger();

    assertThat(rounds(5, () -> Duration.ofSeconds(seconds.getAndIncrement()).toNanos()))
        .isEqualTo(14);
  }
}
