package dev.plimsoll.advisor.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Tenant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusHistoryTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final String EMPTY =
      "{\"status\": \"success\", \"data\": {\"resultType\": \"matrix\", \"result\": []}}";
  private static final CapacityPolicy POLICY =
      CapacityPolicy.proportional(
          "gpus",
          List.of(Tenant.of("vision", 1, "vision", "vision-dev"), Tenant.of("nlp", 1, "nlp")),
          List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))));

  private final List<String> queries = new CopyOnWriteArrayList<>();
  private volatile Function<String, String> answer = q -> EMPTY;
  private volatile int code = 200;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String query =
          URLDecoder.decode(exchange.getRequestURI().getRawQuery(), StandardCharsets.UTF_8);
      queries.add(query);
      byte[] body = answer.apply(query).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private PrometheusHistory read(Duration window) {
    return PrometheusHistory.read(url() + "/", Cluster.empty(NOW), POLICY, window, NOW);
  }

  private static String series(String namespace, String resource, String... values) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      points.append(i == 0 ? "" : ",").append("[").append(1000 + i * 60).append(",\"");
      points.append(values[i]).append("\"]");
    }
    return """
    {"metric": {"namespace": "%s", "resource": "%s"}, "values": [%s]}\
    """
        .formatted(namespace, resource, points);
  }

  private static String matrix(String... series) {
    return EMPTY.replace("[]", "[" + String.join(",", series) + "]");
  }

  @Test
  void the_peak_of_a_tenant_is_that_of_its_namespaces_together() {
    answer =
        q ->
            q.contains("node!=")
                ? matrix(
                    series("vision", "nvidia.com/gpu", "1", "4", "2"),
                    series("vision-dev", "nvidia.com/gpu", "6", "1", "NaN"),
                    series("stranger", "nvidia.com/gpu", "50"))
                : q.contains("DCGM") ? EMPTY : matrix(series("nlp", "nvidia.com/gpu", "9"));

    PrometheusHistory found = read(Duration.ofHours(2));

    assertThat(found.history().used()).containsOnlyKeys("vision");
    assertThat(found.history().used().get("vision")).hasToString("nvidia.com/gpu=7");
    assertThat(found.history().wanted().get("nlp")).hasToString("nvidia.com/gpu=9");
  }

  @Test
  void without_the_schedulers_figures_what_is_charged_counts() {
    answer =
        q ->
            q.contains("kube_resourcequota")
                ? matrix(series("nlp", "requests.nvidia.com/gpu", "3", "5"))
                : EMPTY;

    PrometheusHistory found = read(Duration.ofHours(2));

    assertThat(found.history().used().get("nlp")).hasToString("nvidia.com/gpu=5");
    assertThat(found.notes().get(0)).contains("charged to quotas in the last 2 hours");
  }

  @Test
  void how_busy_gpus_were_is_noted() {
    answer =
        q ->
            q.contains("DCGM")
                ? matrix(series("nlp", "", "10", "20"))
                : matrix(series("nlp", "nvidia.com/gpu", "3"));

    assertThat(read(Duration.ofHours(2)).notes())
        .contains("GPUs that tenant nlp held were busy 15 % of the time on average");
  }

  @Test
  void a_namespace_that_the_label_of_the_target_covers_is_found() {
    answer =
        q ->
            q.contains("kube_pod_resource_request")
                ? matrix(
                    series("kube-system", "nvidia.com/gpu", "3")
                        .replace(
                            "{\"namespace\"", "{\"exported_namespace\": \"nlp\", \"namespace\""))
                : EMPTY;

    assertThat(read(Duration.ofMinutes(90)).history().used().get("nlp"))
        .hasToString("nvidia.com/gpu=3");
    assertThat(read(Duration.ofMinutes(90)).notes().get(0)).endsWith("the last 90 minutes");
  }

  @Test
  void series_of_no_tenant_are_not_taken_for_peaks_of_nothing() {
    answer = q -> q.contains("DCGM") ? EMPTY : matrix(series("stranger", "nvidia.com/gpu", "50"));

    assertThat(read(Duration.ofHours(2)).notes())
        .containsExactly(
            "Prometheus has neither kube_pod_resource_request nor kube_resourcequota of a tenant's"
                + " namespace for the last 2 hours; the present alone counts");
  }

  @Test
  void no_figures_leave_the_present_alone() {
    PrometheusHistory found = read(Duration.ofDays(7));

    assertThat(found.history().used()).isEmpty();
    assertThat(found.notes().get(0)).endsWith("the present alone counts");
  }

  @Test
  void a_long_window_is_asked_for_in_pieces_that_meet() {
    read(Duration.ofDays(30));

    List<long[]> pieces =
        queries.stream()
            .filter(q -> q.contains("node!="))
            .map(q -> new long[] {number(q, "start"), number(q, "end"), number(q, "step")})
            .toList();
    assertThat(pieces).hasSizeGreaterThan(4);
    assertThat(pieces).allSatisfy(p -> assertThat((p[1] - p[0]) / p[2]).isLessThan(11_000));
    assertThat(pieces).allSatisfy(p -> assertThat(p[2]).isLessThanOrEqualTo(300));
    for (int i = 1; i < pieces.size(); i++) {
      assertThat(pieces.get(i)[0]).isEqualTo(pieces.get(i - 1)[1] + pieces.get(i - 1)[2]);
    }
    assertThat(pieces.get(pieces.size() - 1)[1]).isEqualTo(NOW.getEpochSecond());
  }

  @Test
  void only_what_is_divided_is_asked_for() {
    read(Duration.ofHours(2));

    assertThat(queries)
        .anyMatch(
            q ->
                q.contains(
                    "kube_pod_resource_request{resource=~\"nvidia\\\\.com/gpu\",node!=\"\"}"))
        .anyMatch(
            q ->
                q.contains(
                    "kube_resourcequota{resource=~\"(.*\\\\.)?(nvidia\\\\.com/gpu)\",type=\"used\"}"));
  }

  private static long number(String query, String name) {
    return Long.parseLong(query.replaceFirst(".*[&?]" + name + "=([0-9]+).*", "$1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>Sign in</html>",
        "{}",
        "[]",
        "{\"status\": \"success\"}",
        "{\"status\": \"success\", \"data\": {\"result\": [{\"metric\": {}, \"values\": [[1]]}]}}"
      })
  void garbage_is_said_to_be_some(String text) {
    answer = q -> text;

    assertThatThrownBy(() -> read(Duration.ofHours(1)))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("unexpected response from Prometheus at " + url() + ": ");
  }

  @Test
  void what_prometheus_refuses_is_passed_on() {
    code = 422;
    answer = q -> "{\"status\": \"error\", \"error\": \"query timed out\"}";

    assertThatThrownBy(() -> read(Duration.ofHours(1)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("it answered 422: query timed out");
  }

  @Test
  void one_that_is_down_is_unreachable() {
    String gone = url();
    server.stop(0);

    assertThatThrownBy(
            () ->
                PrometheusHistory.read(gone, Cluster.empty(NOW), POLICY, Duration.ofHours(1), NOW))
        .isInstanceOf(UnreachableException.class)
        .hasMessage("cannot reach Prometheus at " + gone + "; check its address.");
  }

  @Test
  void a_url_without_a_scheme_is_refused() {
    assertThatThrownBy(
            () ->
                PrometheusHistory.read(
                    "prometheus:9090", Cluster.empty(NOW), POLICY, Duration.ofHours(1), NOW))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("invalid Prometheus URL");
  }
}
