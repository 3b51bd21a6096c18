package dev.plimsoll.console;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.report.BalanceReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.server.config.PrometheusSettings;
import dev.plimsoll.testkit.monitoring.MonitoringServer;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus keeps what the console told, of this cluster by two replicas, and of another.
 */
class RecordedBalancesEndToEndTest {
  private static final Instant START = Instant.parse("2026-11-16T00:00:00Z");
  private static final int HOURS = 100;
  private static final Instant NOW = START.plus(Duration.ofHours(HOURS - 1)).plusSeconds(90);

  private static Cluster at(int hour, String namespace) {
    ClusterBuilder cluster =
        Cluster.builder(Instant.EPOCH).add(node("a").has("nvidia.com/gpu", "64").build());
    for (int i = 0; i < hour % 7; i++) {
      cluster.add(gpuPod(namespace, "placed-" + i).on("a").build());
    }
    for (int i = 0; i < hour % 3; i++) {
      cluster.add(gpuPod("nlp", "waits-" + i).build());
    }
    return cluster.complete().build();
  }

  private static PodBuilder gpuPod(String namespace, String name) {
    return pod(namespace, name).requests("nvidia.com/gpu", "2");
  }

  private static boolean isTold(int hour) {
    return hour % 10 != 9;
  }

  private static Path samples(Path file) throws IOException {
    Map<String, List<String>> lines = new LinkedHashMap<>();
    for (int hour = 0; hour < HOURS; hour++) {
      if (isTold(hour)) {
        add(lines, hour, at(hour, "vision"), "cluster=\"here\",pod=\"one\"");
        add(lines, hour, at(hour, "vision"), "cluster=\"here\",pod=\"two\"");
        add(lines, hour, at(hour + 1, "vision"), "cluster=\"there\",pod=\"one\"");
      }
    }
    try (PrintWriter out = new PrintWriter(file.toFile(), StandardCharsets.UTF_8)) {
      lines.forEach(
          (name, samples) -> {
            out.print("# TYPE " + name + " gauge\n");
            samples.forEach(out::print);
          });
      out.print("# EOF\n");
    }
    return file;
  }

  private static void add(
      Map<String, List<String>> lines, int hour, Cluster cluster, String labels) {
    Instant time = START.plus(Duration.ofHours(hour));
    BalanceHistory history =
        new BalanceHistory(() -> cluster, Clock.fixed(time.minusSeconds(20), ZoneOffset.UTC));
    history.look();
    for (MetricSnapshot metric : new BalanceMetrics(history::lastLook).collect()) {
      String name = metric.getMetadata().getPrometheusName();
      for (GaugeSnapshot.GaugeDataPointSnapshot point : ((GaugeSnapshot) metric).getDataPoints()) {
        StringBuilder all = new StringBuilder(labels);
        point
            .getLabels()
            .forEach(l -> all.append(",%s=\"%s\"".formatted(l.getName(), l.getValue())));
        lines
            .computeIfAbsent(name, n -> new ArrayList<>())
            .add("%s{%s} %s %d\n".formatted(name, all, point.getValue(), time.getEpochSecond()));
      }
    }
  }

  /** Returns what the view of tenants showed at an hour, by namespace. */
  private static Map<String, List<String>> shown(int hour) {
    Map<String, List<String>> shown = new TreeMap<>();
    for (JsonElement each :
        BalanceReport.ofNamespaces(at(hour, "vision"), n -> Optional.empty())
            .getAsJsonArray("namespaces")) {
      shown.put(
          each.getAsJsonObject().get("namespace").getAsString(),
          figures(each.getAsJsonObject(), JsonElement::getAsString));
    }
    return shown;
  }

  private static List<String> figures(JsonObject row, Function<JsonElement, String> amount) {
    return List.of(
        amount.apply(row.get("placed")),
        amount.apply(row.get("pending")),
        amount.apply(row.get("missing")));
  }

  @Test
  void each_hour_has_what_the_view_of_tenants_showed(@TempDir Path folder) throws Exception {
    MonitoringServer.missing().ifPresent(m -> System.err.println("skipped: " + m));
    assumeTrue(MonitoringServer.missing().isEmpty(), () -> MonitoringServer.missing().orElse(""));
    MonitoringServer.backfill(folder, samples(folder.resolve("samples.txt")));
    JsonObject read;
    try (MonitoringServer prometheus = MonitoringServer.prometheus(folder, List.of())) {
      RecordedBalances recorded =
          new RecordedBalances(
              new PrometheusSettings(URI.create(prometheus.url()), Map.of("cluster", "here")),
              Clock.fixed(NOW, ZoneOffset.UTC));
      recorded.read();
      read = recorded.json(n -> Optional.of(Instant.EPOCH)).orElseThrow();
    }

    assertThat(read.get("since").getAsString()).isEqualTo(START.toString());
    assertThat(read.get("until").getAsString()).isEqualTo(NOW.toString());
    assertThat(read.getAsJsonArray("namespaces")).hasSize(2);
    for (int hour = 0; hour < HOURS; hour++) {
      int index = hour;
      for (JsonElement each : read.getAsJsonArray("namespaces")) {
        JsonObject row = each.getAsJsonObject();
        List<String> expected =
            isTold(hour)
                ? shown(hour)
                    .getOrDefault(row.get("namespace").getAsString(), List.of("0", "0", "0"))
                : List.of("null", "null", "null");
        assertThat(figures(row, all -> all.getAsJsonArray().get(index).toString()))
            .as("hour %d of %s", hour, row.get("namespace"))
            .isEqualTo(expected);
      }
    }
  }
}
