package dev.plimsoll.advisor.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdviceMetricsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  @TempDir Path folder;

  private static PrometheusRegistry registry() {
    ResourceQuota quota =
        ResourceQuotaBuilder.quota("team", "gpu").hard("requests.nvidia.com/gpu=4").build();
    Cluster cluster = Cluster.empty(NOW).with(quota);
    CapacityPolicy policy =
        CapacityPolicy.proportional(
            "p",
            List.of(Tenant.of("a \"b\"", 1, "team")),
            List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))));
    Advice advice =
        Advisor.advise(
            Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
            policy,
            UsageHistory.NONE);
    PolicyMetrics metrics = new PolicyMetrics();
    metrics.put(
        advice, List.of(new WriteOutcome("quota team/gpu", WriteOutcome.Result.DONE, "done")), NOW);
    return metrics.registry();
  }

  private static String metrics() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(text, registry().scrape());
    return text.toString(StandardCharsets.UTF_8);
  }

  @Test
  void each_ceiling_is_a_sample_with_escaped_labels() throws IOException {
    assertThat(metrics())
        .contains(
            "# TYPE plimsoll_advisor_quota_hard gauge\n"
                + "plimsoll_advisor_quota_hard{namespace=\"team\",policy=\"p\",resource=\"requests.nvidia.com/gpu\","
                + "resourcequota=\"gpu\",tenant=\"a \\\"b\\\"\",unit=\"integer\"} 4.0\n",
            "plimsoll_advisor_outcomes{policy=\"p\",result=\"done\"} 1.0\n",
            "plimsoll_advisor_gaps{kind=\"NoQuota\",policy=\"p\",severity=\"Warning\"} 0.0\n",
            "plimsoll_advisor_last_run_timestamp_seconds{policy=\"p\"} "
                + (double) NOW.getEpochSecond()
                + "\n");
  }

  @Test
  void every_line_is_a_comment_or_a_sample() throws IOException {
    assertThat(metrics().lines())
        .allMatch(l -> l.matches("# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\\{.+\\})? [0-9.]+(E[0-9]+)?"));
  }

  @Test
  void a_file_takes_the_place_of_the_former() throws IOException {
    Path file = Files.writeString(folder.resolve("plimsoll.prom"), "old");

    MetricsFile.write(file, registry());

    assertThat(file).content().startsWith("# HELP plimsoll_advisor_");
    assertThat(folder).isDirectoryContaining(f -> f.equals(file));
    assertThatThrownBy(() -> MetricsFile.write(folder.resolve("no/such.prom"), registry()))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("no such directory.");
  }

  @Test
  void a_pushgateway_gets_them_by_put_under_the_path_of_its_url() throws IOException {
    AtomicReference<String> got = new AtomicReference<>("");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/prefix/metrics/job/plimsoll-advisor",
        e -> {
          String body = new String(e.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          got.set(e.getRequestMethod() + " " + body);
          e.sendResponseHeaders(200, -1);
          e.close();
        });
    server.createContext("/metrics", e -> answer(e, 400, "bad name\nof a metric"));
    server.createContext("/moved/metrics", e -> answer(e, 302, ""));
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();

    PushgatewayClient.push(url + "/prefix/", registry());

    assertThat(got.get()).startsWith("PUT # HELP plimsoll_advisor_").isEqualTo("PUT " + metrics());
    assertThatThrownBy(() -> PushgatewayClient.push(url, registry()))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("rejected the metrics (400): bad name.");
    assertThatThrownBy(() -> PushgatewayClient.push(url + "/moved", registry()))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("rejected the metrics (302): no reason given.");
    server.stop(0);
    assertThatThrownBy(() -> PushgatewayClient.push(url, registry()))
        .isInstanceOf(UnreachableException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"not a url", "pushgateway:9091", "ftp://pushgateway", "http://"})
  void what_is_no_url_of_a_pushgateway_is_rejected_before_the_run(String url) {
    assertThatThrownBy(() -> PushgatewayClient.check(url))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("invalid Pushgateway URL");
  }

  private static void answer(HttpExchange exchange, int code, String text) throws IOException {
    exchange.getRequestBody().readAllBytes();
    if (code == 302) {
      exchange.getResponseHeaders().set("Location", "/metrics");
    }
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
