package dev.plimsoll.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.access.AccessRequest;
import dev.plimsoll.server.config.PrometheusSettings;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Views;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Prometheus that has the last full hour of two tenants, and callers who may see one of them. */
class TenantHistoryTest {
  private static final String PATH = "/api/v1/tenants/history";

  private static final Pattern END = Pattern.compile("&end=(\\d+)");

  private HttpServer prometheus;
  private volatile int status = 200;

  @BeforeEach
  void start() throws IOException {
    prometheus = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    prometheus.createContext("/", this::answer);
    prometheus.start();
  }

  @AfterEach
  void stop() {
    prometheus.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    Matcher end = END.matcher(exchange.getRequestURI().getRawQuery());
    assertThat(end.find()).isTrue();
    byte[] body =
        """
        {"status": "success", "data": {"resultType": "matrix", "result": [
          {"metric": {"__name__": "plimsoll_namespaces_timestamp_seconds"}, "values": [[%1$d, "%1$d"]]},
          {"metric": {"__name__": "plimsoll_namespace_placed", "namespace": "team", "resource": "nvidia.com/gpu"},
           "values": [[%1$d, "2"]]},
          {"metric": {"__name__": "plimsoll_namespace_placed", "namespace": "other", "resource": "nvidia.com/gpu"},
           "values": [[%1$d, "5"]]}]}}\
        """
            .formatted(Long.parseLong(end.group(1)))
            .getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static Namespace namespace(String name, Duration age) {
    return new Namespace(
        ObjectMeta.builder()
            .name(name)
            .creationTimestamp(Optional.of(Instant.now().minus(age)))
            .build());
  }

  private Views views(Duration age, Set<String> mayList, boolean isNamed) {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .add(namespace("team", age))
            .add(namespace("other", age))
            .complete()
            .build();
    Optional<PrometheusSettings> settings =
        Optional.of(
                new PrometheusSettings(
                    URI.create("http://127.0.0.1:" + prometheus.getAddress().getPort()), Map.of()))
            .filter(s -> isNamed);
    return ConsoleRoutes.with(
            new ConsoleSources(
                (all, policies) -> List.of(),
                (options, all) -> List.of(),
                settings,
                Optional.empty()))
        .of(
            new Reports(
                () -> cluster,
                AccessGuard.granting(
                    request ->
                        mayList.stream().anyMatch(n -> request.equals(AccessRequest.listPods(n))))),
            List::of);
  }

  private static void run(Views views) throws Exception {
    for (Views.Duty duty : views.duties()) {
      if (duty.name().equals("tenant-history")) {
        duty.body().run();
      }
    }
  }

  private static Reply ask(Views views, Map<String, String> query) {
    Route route =
        views.routes().stream().filter(r -> r.path().equals(PATH)).findFirst().orElseThrow();
    return route.handler().apply(new Call(InputStream.nullInputStream(), query, ""));
  }

  private static JsonObject json(Reply reply) {
    return JsonParser.parseString(new String(reply.body().get(0), StandardCharsets.UTF_8))
        .getAsJsonObject();
  }

  private List<String> namespaces(Set<String> mayList) throws Exception {
    Views views = views(Duration.ofDays(30), mayList, true);
    run(views);
    return json(ask(views, Map.of())).getAsJsonArray("namespaces").asList().stream()
        .map(n -> n.getAsJsonObject().get("namespace").getAsString())
        .toList();
  }

  @Test
  void a_tenant_is_told_of_its_own_namespaces() throws Exception {
    assertThat(namespaces(Set.of("team"))).containsExactly("team");
    assertThat(namespaces(Set.of("other"))).containsExactly("other");
    assertThat(namespaces(Set.of())).isEmpty();
    assertThat(namespaces(Set.of(""))).containsExactly("other", "team");
  }

  @Test
  void a_namespace_of_others_is_not_for_the_caller() throws Exception {
    Views views = views(Duration.ofDays(30), Set.of("team"), true);
    run(views);

    assertThat(json(ask(views, Map.of("namespace", "team"))).getAsJsonArray("namespaces"))
        .hasSize(1);
    assertThat(ask(views, Map.of("namespace", "other")).status()).isEqualTo(403);
  }

  @Test
  void what_a_former_namespace_of_the_same_name_had_is_not_told() throws Exception {
    Views views = views(Duration.ZERO, Set.of("team"), true);
    run(views);

    assertThat(
            json(ask(views, Map.of()))
                .getAsJsonArray("namespaces")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("placed"))
        .isNotEmpty()
        .allMatch(a -> a.isJsonNull() || a.getAsInt() == 0);
  }

  @Test
  void without_a_prometheus_it_is_not_known_here() {
    JsonObject json = json(ask(views(Duration.ofDays(30), Set.of("team"), false), Map.of()));

    assertThat(json.get("notKnown").getAsString()).contains("console.prometheus names none");
    assertThat(json.getAsJsonArray("namespaces")).isEmpty();
  }

  @Test
  void before_prometheus_has_answered_it_is_not_known() throws Exception {
    Views views = views(Duration.ofDays(30), Set.of("team"), true);
    status = 503;

    assertThat(ThrowableAssert.catchThrowable(() -> run(views)))
        .isInstanceOf(UnreachableException.class);
    assertThat(json(ask(views, Map.of())).get("notKnown").getAsString()).contains("not known yet");

    status = 200;
    run(views);
    assertThat(json(ask(views, Map.of())).has("notKnown")).isFalse();
  }

  @Test
  void what_was_read_stays_while_prometheus_does_not_answer() throws Exception {
    Views views = views(Duration.ofDays(30), Set.of("team"), true);
    run(views);
    String until = json(ask(views, Map.of())).get("until").getAsString();
    status = 503;

    assertThat(ThrowableAssert.catchThrowable(() -> run(views)))
        .isInstanceOf(UnreachableException.class);
    assertThat(json(ask(views, Map.of())).get("until").getAsString()).isEqualTo(until);
  }

  @Test
  void nothing_else_depends_on_prometheus() {
    assertThat(views(Duration.ofDays(30), Set.of("team"), true).duties())
        .filteredOn(d -> d.name().equals("tenant-history"))
        .extracting(Views.Duty::needed)
        .containsExactly(false);
  }
}
