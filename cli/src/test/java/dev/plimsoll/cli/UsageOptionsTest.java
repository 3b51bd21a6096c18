package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of idle devices, with the same usage from Prometheus instead of the file. */
class UsageOptionsTest {
  private static final Path IDLE = CliRun.ROOT.resolve("examples/idle.json");

  @TempDir private Path folder;
  private final List<String> queries = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private String pod = "lab-0";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/v1/query_range",
        exchange -> {
          Map<String, String> query =
              Arrays.stream(exchange.getRequestURI().getRawQuery().split("&"))
                  .map(p -> p.split("=", 2))
                  .collect(
                      Collectors.toMap(
                          p -> p[0], p -> URLDecoder.decode(p[1], StandardCharsets.UTF_8)));
          queries.add(query.get("query"));
          byte[] answer = answer(query).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String answer(Map<String, String> query) {
    long start = Long.parseLong(query.get("start"));
    long end = Long.parseLong(query.get("end"));
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
        + series("busy", "0", start, end)
        + ","
        + series("devices", "4", start, end)
        + "]}}";
  }

  private String series(String measure, String value, long start, long end) {
    List<String> points = new ArrayList<>();
    for (long time = start; time <= end; time += 60) {
      points.add("[%d,\"%s\"]".formatted(time, value));
    }
    return "{\"metric\":{\"exported_namespace\":\"research\",\"exported_pod\":\"%s\","
            .formatted(pod)
        + "\"namespace\":\"gpu\",\"pod\":\"exporter\",\"usage_measure\":\"%s\"},\"values\":%s}"
            .formatted(measure, points);
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private Path withoutUsage() throws IOException {
    JsonObject list = JsonParser.parseString(Files.readString(IDLE)).getAsJsonObject();
    JsonArray kept = new JsonArray();
    list.getAsJsonArray("items").asList().stream()
        .filter(i -> !i.getAsJsonObject().get("kind").getAsString().equals("DeviceUsage"))
        .forEach(kept::add);
    list.add("items", kept);
    return Files.writeString(folder.resolve("cluster.json"), list.toString());
  }

  private CliRun gaps(String... more) throws IOException {
    return CliRun.of(
        Stream.concat(
                Stream.of(
                    "gaps", "--kind", "IdleAllocated", "--snapshot", withoutUsage().toString()),
                Arrays.stream(more))
            .toArray(String[]::new));
  }

  @Test
  void without_usage_no_pod_is_idle_and_with_prometheus_one_is() throws IOException {
    assertThat(gaps().out()).startsWith("No gaps");

    CliRun run = gaps("--prometheus", url(), "-o", "json");

    JsonArray gaps = JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("gaps");
    assertThat(gaps).hasSize(1);
    assertThat(gaps.get(0).getAsJsonObject().get("message").getAsString())
        .isEqualTo(
            "pod lab-0 holds 4 nvidia.com/gpu and has not used them for at least 1d: 96"
                + " device-hours; 1 pod waits for exactly these: research/finetune-9fq4d");
    assertThat(
            gaps.get(0).getAsJsonObject().getAsJsonObject("cost").get("sinceBasis").getAsString())
        .isEqualTo("Usage");
    assertThat(run.err())
        .contains("note: Usage of devices isn't known for 4 pods, so they are not called idle: ");
    assertThat(
            Instant.parse(
                JsonParser.parseString(run.out()).getAsJsonObject().get("asOf").getAsString()))
        .isEqualTo("2026-01-31T12:00:00Z");
  }

  @Test
  void explain_tells_of_an_idle_pod() throws IOException {
    CliRun run =
        CliRun.of(
            "explain",
            "pod/lab-0",
            "-n",
            "research",
            "--snapshot",
            withoutUsage().toString(),
            "--prometheus",
            url());

    assertThat(run.out()).contains("IdleAllocated: pod lab-0 holds 4 nvidia.com/gpu");
  }

  @Test
  void a_longer_window_calls_fewer_pods_idle() {
    String file = IDLE.toString();

    assertThat(CliRun.of("gaps", "--snapshot", file).out()).contains("chat-6d5f-2 holds");
    assertThat(CliRun.of("gaps", "--snapshot", file, "--idle-window", "8h").out())
        .contains("lab-0 holds")
        .doesNotContain("chat-6d5f-2 holds");
  }

  @Test
  void labels_and_further_metrics_are_part_of_the_query() throws IOException {
    gaps(
        "--prometheus",
        url(),
        "--prometheus-label",
        "cluster=prod",
        "--usage-metric",
        "gpu_gfx_activity=100");

    assertThat(queries.get(0))
        .contains("DCGM_FI_PROF_GR_ENGINE_ACTIVE{pod!=\"\",cluster=\"prod\"}", "gpu_gfx_activity{");
  }

  @Test
  void usage_of_another_clusters_pods_is_told() throws IOException {
    pod = "unknown-0";

    CliRun run = gaps("--prometheus", url());

    assertThat(run.out()).startsWith("No gaps");
    assertThat(run.err())
        .contains(
            "note: Prometheus has usage of 1 pod, and this cluster has no pod of these names:"
                + " whether devices are idle isn't known.");
  }

  @Test
  void wrong_options_get_one_sentence() throws IOException {
    assertThat(error("--prometheus", "prometheus"))
        .isEqualTo(
            "error: invalid Prometheus URL \"prometheus\": expected one such as"
                + " http://prometheus:9090.");
    assertThat(error("--idle-window", "1h"))
        .isEqualTo(
            "error: --idle-window requires --prometheus, or a snapshot that was written with it.");
    assertThat(error("--idle-threshold", "2"))
        .isEqualTo(
            "error: --idle-threshold, --usage-metric and --prometheus-label require --prometheus.");
    assertThat(error("--prometheus", url(), "--idle-threshold", "0"))
        .startsWith("error: invalid --idle-threshold 0.0");
    assertThat(error("--prometheus", url(), "--idle-window", "0m"))
        .startsWith("error: invalid --idle-window \"0m\"");
    assertThat(error("--prometheus", url(), "--usage-metric", "x"))
        .startsWith("error: invalid usage metric \"x\"");
  }

  private String error(String... more) throws IOException {
    CliRun run = gaps(more);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    return run.err().strip();
  }
}
