package dev.plimsoll.advisor.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.model.admission.AdmissionChain;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.fixtures.ResourceQuotaBuilder;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
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

class AdviceMetricsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  @TempDir Path folder;

  private static String metrics() {
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
    return AdviceMetrics.of(
        advice, List.of(new WriteOutcome("quota team/gpu", WriteOutcome.Result.DONE, "done")), NOW);
  }

  @Test
  void each_ceiling_is_a_sample_with_escaped_labels() {
    assertThat(metrics())
        .contains(
            "# TYPE plimsoll_advisor_quota_hard gauge\n"
                + "plimsoll_advisor_quota_hard{namespace=\"team\",resourcequota=\"gpu\","
                + "resource=\"requests.nvidia.com/gpu\",tenant=\"a \\\"b\\\"\"} 4\n",
            "plimsoll_advisor_outcomes{result=\"done\"} 1\n",
            "plimsoll_advisor_gaps{kind=\"NoQuota\"} 0\n",
            "plimsoll_advisor_last_run_timestamp_seconds " + NOW.getEpochSecond() + "\n");
  }

  @Test
  void every_line_is_a_comment_or_a_sample() {
    assertThat(metrics().lines())
        .allMatch(l -> l.matches("# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\\{.+\\})? [0-9.]+"));
  }

  @Test
  void a_file_takes_the_place_of_the_former() throws IOException {
    Path file = Files.writeString(folder.resolve("plimsoll.prom"), "old");

    MetricsFile.write(file, "new\n");

    assertThat(file).hasContent("new\n");
    assertThat(folder).isDirectoryContaining(f -> f.equals(file));
    assertThatThrownBy(() -> MetricsFile.write(folder.resolve("no/such.prom"), ""))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("no such directory.");
  }

  @Test
  void a_pushgateway_gets_them_by_put() throws IOException {
    AtomicReference<String> got = new AtomicReference<>("");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics/job/plimsoll-advisor",
        e -> {
          String body = new String(e.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          got.set(e.getRequestMethod() + " " + body);
          e.sendResponseHeaders(body.isEmpty() ? 400 : 200, -1);
          e.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();

    PushgatewayClient.push(url + "/", "a 1\n");

    assertThat(got.get()).isEqualTo("PUT a 1\n");
    assertThatThrownBy(() -> PushgatewayClient.push(url, ""))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("didn't take the metrics (400)");
    server.stop(0);
    assertThatThrownBy(() -> PushgatewayClient.push(url, "a 1\n"))
        .isInstanceOf(UnreachableException.class);
    assertThatThrownBy(() -> PushgatewayClient.push("not a url", ""))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("invalid Pushgateway URL");
  }
}
