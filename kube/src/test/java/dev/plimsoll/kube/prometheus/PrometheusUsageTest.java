package dev.plimsoll.kube.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of Prometheus that are wrong, each told in one sentence. */
class PrometheusUsageTest {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private MeasuredUsage read(int code, String answer) {
    server.createContext(
        "/",
        exchange -> {
          byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(code, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    return new PrometheusUsage(new PrometheusClient(url), "", UsageMetric.DCGM)
        .read(IdleRule.DEFAULT, NOW);
  }

  private static String matrix(String series) {
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
        + series
        + "]}}";
  }

  @Test
  void half_an_answer_is_no_answer() {
    assertThatThrownBy(() -> read(200, matrix("").substring(0, 40)))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("unexpected response from Prometheus at ");
  }

  @Test
  void an_answer_without_series_is_not_taken_for_no_usage() {
    assertThatThrownBy(() -> read(200, matrix("")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has no series of DCGM_FI_PROF_GR_ENGINE_ACTIVE or");
  }

  @Test
  void an_error_is_told_in_prometheus_words() {
    assertThatThrownBy(() -> read(422, "{\"status\":\"error\",\"error\":\"query timed out\"}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("it answered 422: query timed out");
    assertThatThrownBy(() -> new PrometheusClient("prometheus:9090"))
        .isInstanceOf(InputException.class);
  }

  @Test
  void a_server_that_fails_is_unreachable() {
    assertThatThrownBy(() -> read(503, "busy"))
        .isInstanceOf(UnreachableException.class)
        .hasMessageContaining("answered 503");
  }

  @Test
  void a_pod_without_the_count_of_its_devices_has_no_devices_measured() {
    String busy =
        "{\"metric\":{\"namespace\":\"a\",\"pod\":\"p\",\"usage_measure\":\"busy\"},"
            + "\"values\":[[1769860800,\"0\"]]}";

    assertThat(read(200, matrix(busy)).of("a", "p").orElseThrow().devices()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "x=", "x=0", "x=-1", "x=1e3", "1x=1", "x y=1", "x{a=\"b\"}=1"})
  void what_is_no_metric_is_told(String text) {
    assertThatThrownBy(() -> UsageMetric.parse(text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("invalid usage metric \"" + text + "\"");
  }
}
