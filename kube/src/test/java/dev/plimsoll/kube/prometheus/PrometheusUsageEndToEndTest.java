package dev.plimsoll.kube.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.testkit.monitoring.MonitoringServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Ten hours of samples every 30 seconds, as exporters' series stand in a real Prometheus. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrometheusUsageEndToEndTest {
  private static final String RATIO = "DCGM_FI_PROF_GR_ENGINE_ACTIVE";
  private static final String PERCENT = "DCGM_FI_DEV_GPU_UTIL";
  private static final Instant END = Instant.parse("2026-01-31T12:00:00Z");
  private static final int SAMPLES = 1200;
  private static final IdleRule RULE = new IdleRule(1, Duration.ofHours(4));

  private final Map<String, List<String>> lines = new TreeMap<>();
  private MonitoringServer prometheus;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    assumeTrue(MonitoringServer.missing().isEmpty(), () -> MonitoringServer.missing().orElse(""));
    series(RATIO, of("idle", "g1"), n -> 0.002);
    series(PERCENT, of("idle", "g1"), n -> 0);
    series(RATIO, of("busy", "g2"), n -> 0.5);
    series(PERCENT, of("old", "g3"), n -> 0);
    series(RATIO, of("contradicted", "g4"), n -> 0.3);
    series(PERCENT, of("contradicted", "g4"), n -> 0);
    series(RATIO, of("two", "g5"), n -> 0);
    series(RATIO, of("two", "g6"), n -> n > 600 ? 0 : 1);
    series(RATIO, of("twice", "g7") + ",prometheus=\"a\"", n -> 0);
    series(RATIO, of("twice", "g7") + ",prometheus=\"b\"", n -> 0);
    series(RATIO, of("burst", "g8"), n -> n == 1101 ? 0.9 : 0);
    series(RATIO, of("hole", "g9"), n -> n > 1000 && n <= 1040 ? Double.NaN : 0);
    series(RATIO, of("ended", "g10"), n -> n > 1100 ? Double.NaN : 0);
    series(
        RATIO,
        "namespace=\"gpu-operator\",pod=\"dcgm-exporter-x\",container=\"exporter\","
            + "exported_namespace=\"team-a\",exported_pod=\"renamed\",UUID=\"g11\"",
        n -> 0);
    series(RATIO, "UUID=\"g12\"", n -> 0);
    series("gpu_gfx_activity", "namespace=\"team-a\",pod=\"amd\",gpu_id=\"0\"", n -> 0.5);
    series(RATIO, of("elsewhere", "g13") + ",cluster=\"other\"", n -> 0);
    MonitoringServer.backfill(folder, openMetrics(folder.resolve("samples.txt")));
    prometheus = MonitoringServer.prometheus(folder, List.of());
  }

  @AfterAll
  void stop() {
    if (prometheus != null) {
      prometheus.close();
    }
  }

  private static String of(String pod, String device) {
    return "namespace=\"team-a\",pod=\"%s\",container=\"main\",UUID=\"%s\"".formatted(pod, device);
  }

  private void series(String metric, String labels, IntToDoubleFunction value) {
    List<String> all = lines.computeIfAbsent(metric, m -> new ArrayList<>());
    for (int n = 0; n <= SAMPLES; n++) {
      double sample = value.applyAsDouble(n);
      if (!Double.isNaN(sample)) {
        all.add(
            "%s{%s} %s %d"
                .formatted(metric, labels, sample, END.getEpochSecond() - 30L * (SAMPLES - n)));
      }
    }
  }

  private Path openMetrics(Path file) throws IOException {
    try (PrintWriter out = new PrintWriter(file.toFile(), StandardCharsets.UTF_8)) {
      lines.forEach(
          (metric, all) -> {
            out.print("# TYPE " + metric + " gauge\n");
            all.forEach(l -> out.print(l + "\n"));
          });
      out.print("# EOF\n");
    }
    return file;
  }

  private MeasuredUsage read(String matchers, List<UsageMetric> metrics) {
    return new PrometheusUsage(new PrometheusClient(prometheus.url()), matchers, metrics)
        .read(RULE, END);
  }

  private DeviceUsage of(String pod) {
    return read("", UsageMetric.DCGM).of("team-a", pod).orElseThrow();
  }

  private Optional<Instant> quietSince(String pod) {
    return of(pod).quietSince();
  }

  private static Instant sample(int n) {
    return END.minusSeconds(30L * (SAMPLES - n));
  }

  @Test
  void a_ratio_and_a_percentage_are_told_apart() {
    assertThat(quietSince("idle")).contains(sample(0));
    assertThat(quietSince("old")).contains(sample(0));
    assertThat(quietSince("busy")).isEmpty();
    assertThat(of("busy").last()).isEqualTo(END);
  }

  @Test
  void the_engines_activity_decides_where_both_metrics_exist() {
    assertThat(quietSince("contradicted")).isEmpty();
  }

  @Test
  void the_busiest_device_decides_and_devices_are_counted_once() {
    assertThat(of("two").devices()).isEqualTo(2);
    assertThat(quietSince("two")).contains(sample(604));
    assertThat(of("twice").devices()).isEqualTo(1);
  }

  @Test
  void a_burst_between_two_full_minutes_is_seen() {
    assertThat(quietSince("burst")).contains(sample(1104));
  }

  @Test
  void a_hole_ends_the_quiet_stretch() {
    assertThat(of("hole").holes()).isEqualTo(1);
    assertThat(quietSince("hole").orElseThrow()).isAfterOrEqualTo(sample(1040));
  }

  @Test
  void a_series_that_ended_is_not_measured_now() {
    assertThat(RULE.isMeasured(of("ended"), sample(0), END)).isFalse();
  }

  @Test
  void labels_that_prometheus_renamed_name_the_pod() {
    MeasuredUsage all = read("", UsageMetric.DCGM);

    assertThat(all.of("team-a", "renamed")).isPresent();
    assertThat(all.of("gpu-operator", "dcgm-exporter-x")).isEmpty();
  }

  @Test
  void another_exporters_metric_is_read_with_its_scale() {
    assertThat(read("", UsageMetric.DCGM).of("team-a", "amd")).isEmpty();
    assertThat(read("", List.of(UsageMetric.parse("gpu_gfx_activity=100"))).of("team-a", "amd"))
        .flatMap(DeviceUsage::quietSince)
        .isPresent();
    assertThat(read("", List.of(UsageMetric.parse("gpu_gfx_activity=1"))).of("team-a", "amd"))
        .flatMap(DeviceUsage::quietSince)
        .isEmpty();
  }

  @Test
  void a_label_selects_a_clusters_series() {
    assertThat(read(",cluster=\"other\"", UsageMetric.DCGM).pods()).hasSize(1);
  }

  @Test
  void who_follows_the_series_knows_the_usage_of_one_read() {
    Instant[] now = {END.minus(Duration.ofHours(2))};
    Cluster empty = Cluster.builder(END).add(pod("idle")).add(pod("busy")).complete().build();
    UsageFollower follower =
        new UsageFollower(
            new PrometheusUsage(new PrometheusClient(prometheus.url()), "", UsageMetric.DCGM),
            RULE,
            () -> now[0]);
    assertThat(follower.measured(empty)).isSameAs(empty);
    for (long seconds : List.of(0, 0, 45, 60, 1, 700, 3600, 6000)) {
      now[0] = END.minus(Duration.ofHours(2)).plusSeconds(seconds);
      follower.look();
    }
    now[0] = END.plus(Duration.ofMinutes(1));
    follower.look();
    Cluster measured = follower.measured(empty);

    assertThat(measured.usage())
        .contains(
            read("", UsageMetric.DCGM)
                .only(p -> p.name().equals("idle") || p.name().equals("busy")));
    assertThat(follower.measured(empty)).isSameAs(measured);
    now[0] = END.plus(Duration.ofMinutes(7));
    assertThat(follower.measured(empty)).isSameAs(empty);
  }

  private static Pod pod(String name) {
    return PodBuilder.pod("team-a", name).build();
  }

  @Test
  void a_follower_without_series_says_so() {
    UsageFollower follower =
        new UsageFollower(
            new PrometheusUsage(
                new PrometheusClient(prometheus.url()), ",cluster=\"none\"", UsageMetric.DCGM),
            RULE,
            () -> END);

    assertThatThrownBy(follower::look)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("whether devices are idle isn't known; check the exporter.");
  }

  @Test
  void without_series_one_sentence_says_so() {
    assertThatThrownBy(() -> read(",cluster=\"none\"", UsageMetric.DCGM))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "Prometheus at "
                + prometheus.url()
                + " has no series of DCGM_FI_PROF_GR_ENGINE_ACTIVE or DCGM_FI_DEV_GPU_UTIL with a"
                + " pod and {cluster=\"none\"} in the last 24 hours: whether devices are idle"
                + " isn't known; check the exporter, or leave --prometheus out.");
  }
}
