package dev.plimsoll.advisor.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.model.gap.Examination;
import dev.plimsoll.model.gap.Examined;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.Severity;
import dev.plimsoll.model.gap.cost.GapCost;
import dev.plimsoll.server.metrics.MetricsRegistry;
import dev.plimsoll.testkit.monitoring.MonitoringServer;
import dev.plimsoll.testkit.plane.Await;
import dev.plimsoll.testkit.plane.Program;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Alertmanager, and the notifications that it sends. */
class AlertmanagerEndToEndTest {
  private static final Cluster EMPTY = Cluster.empty(Instant.EPOCH);
  private static final Duration INTERVAL = Duration.ofMillis(100);

  /** Gaps from this number on are idle pods. */
  private static final int IDLE = 1_000;

  @TempDir Path folder;

  private final Set<Integer> present = ConcurrentHashMap.newKeySet();
  private final Queue<String> notifications = new ConcurrentLinkedQueue<>();
  private volatile boolean known = true;
  private volatile Cluster cluster = EMPTY;
  private HttpServer webhook;
  private volatile boolean isAway;
  private @Nullable HttpServer proxy;
  private int port;
  private URI notified = URI.create("http://127.0.0.1");

  @BeforeEach
  void listen() throws IOException {
    assumeTrue(
        MonitoringServer.missingAlertmanager().isEmpty(),
        () -> MonitoringServer.missingAlertmanager().orElse(""));
    webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    webhook.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          for (JsonElement each :
              JsonParser.parseString(body).getAsJsonObject().getAsJsonArray("alerts")) {
            JsonObject alert = each.getAsJsonObject();
            notifications.add(
                alert.get("status").getAsString()
                    + " "
                    + alert.getAsJsonObject("labels").get("object").getAsString());
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    webhook.start();
    port = Program.freePort();
    notified = URI.create("http://127.0.0.1:" + port);
  }

  @AfterEach
  void stop() {
    if (proxy != null) {
      proxy.stop(0);
    }
    if (webhook != null) {
      webhook.stop(0);
    }
  }

  private MonitoringServer alertmanager() throws Exception {
    return MonitoringServer.alertmanager(
        Files.createDirectories(folder.resolve("alertmanager")),
        port,
        "http://127.0.0.1:" + webhook.getAddress().getPort());
  }

  /** Starts what stands before Alertmanager and answers 503 while Alertmanager is away. */
  private void startProxy() throws IOException {
    HttpClient client = HttpClient.newHttpClient();
    proxy =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), notified.getPort()), 0);
    proxy.createContext(
        "/",
        exchange -> {
          HttpRequest forwarded =
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + port + exchange.getRequestURI()))
                  .header("Content-Type", "application/json")
                  .POST(
                      HttpRequest.BodyPublishers.ofByteArray(
                          exchange.getRequestBody().readAllBytes()))
                  .build();
          int code = isAway ? 503 : send(client, forwarded);
          exchange.sendResponseHeaders(code, -1);
          exchange.close();
        });
    proxy.start();
  }

  private static int send(HttpClient client, HttpRequest request) throws IOException {
    try {
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private GapNotifier notifier() {
    return GapNotifier.start(
        new GapNotifier.GapInputs(
            () -> known ? Optional.of(cluster) : Optional.empty(), List::of, c -> survey()),
        () -> true,
        new AlertmanagerSettings(
            notified,
            INTERVAL,
            Severity.Info,
            Optional.of(URI.create("https://plimsoll.example.com")),
            Map.of("cluster", "here")),
        Clock.systemUTC(),
        new MetricsRegistry());
  }

  private GapSurvey survey() {
    List<Finding> findings =
        present.stream()
            .map(AlertmanagerEndToEndTest::gap)
            .map(g -> new Finding(g, List.of(), List.of(), List::of))
            .toList();
    return new GapSurvey(findings, List.of(), Examined.of(EMPTY, ""), new Examination());
  }

  private static Gap gap(int number) {
    return new Gap(
        number < IDLE ? GapKind.NoQuota : GapKind.IdleAllocated,
        new ObjectReference("Namespace", "", "n" + number, ""),
        "nvidia.com/gpu",
        "no quota of namespace n" + number,
        List.of(),
        List.of(),
        0,
        GapCost.NONE);
  }

  private long told(String status) {
    return notifications.stream().filter(n -> n.startsWith(status + " ")).count();
  }

  private Map<String, Long> counts() {
    return notifications.stream().collect(Collectors.groupingBy(n -> n, Collectors.counting()));
  }

  @Test
  void an_idle_pod_stays_an_alert_while_the_usage_of_devices_is_unknown() throws Exception {
    Cluster measured = EMPTY.withUsage(new MeasuredUsage(IdleRule.DEFAULT, Map.of()));
    cluster = measured;
    present.add(IDLE);
    present.add(1);
    try (MonitoringServer server = alertmanager();
        GapNotifier leader = notifier()) {
      Await.until("both are told", () -> told("firing") == 2);
      cluster = EMPTY;
      present.clear();
      Await.until("the other gap has ended", () -> told("resolved") == 1);
      assertThat(counts()).doesNotContainKey("resolved namespace/n" + IDLE);

      cluster = measured;
      Await.until("the pod is no longer idle", () -> told("resolved") == 2);
      assertThat(leader.status().failures()).isZero();
      assertThat(server.url()).contains(String.valueOf(port));
    }
  }

  @Test
  void two_hundred_gaps_come_and_go_and_each_is_told_once() throws Exception {
    int gaps = 200;
    Random random = new Random(1);
    try (MonitoringServer server = alertmanager()) {
      GapNotifier leader = notifier();
      for (int from = 0; from < gaps; from += 50) {
        for (int gap = from; gap < from + 50; gap++) {
          present.add(gap);
        }
        int begun = from + 50;
        Await.until("gaps are told", () -> told("firing") >= begun);
        if (random.nextBoolean()) {
          leader.close();
          leader = notifier();
        }
      }
      for (int gap = 0; gap < gaps; gap += 2) {
        present.remove(gap);
      }
      Await.until("ends are told", () -> told("resolved") >= gaps / 2);
      known = false;
      present.clear();
      Await.until("alerts are delivered", () -> server.page("/api/v2/alerts").length() > 2);
      known = true;
      Await.until("all ends are told", () -> told("resolved") >= gaps);
      leader.close();
      assertThat(counts().values()).containsOnly(1L);
      assertThat(counts()).hasSize(2 * gaps);
    }
  }

  @Test
  void an_alertmanager_that_was_away_is_told_when_it_is_back() throws Exception {
    present.add(1);
    notified = URI.create("http://127.0.0.1:" + Program.freePort());
    try (MonitoringServer server = alertmanager();
        GapNotifier notifier = notifier()) {
      Await.until("deliveries fail", () -> notifier.status().failures() > 2);
      assertThat(notifier.status().lastSuccess()).isEmpty();
      startProxy();
      Await.until("the gap is told", () -> told("firing") == 1);
      isAway = true;
      long failures = notifier.status().failures();
      Await.until("deliveries fail again", () -> notifier.status().failures() > failures);
      present.remove(1);
      present.add(2);
      long before = notifier.status().failures();
      Await.until("the end can't be told", () -> notifier.status().failures() > before + 2);
      isAway = false;
      Await.until("the end is told", () -> counts().containsKey("resolved Namespace/n1"));
      Await.until("the new gap is told", () -> counts().containsKey("firing Namespace/n2"));
      assertThat(server.page("/api/v2/alerts"))
          .contains("\"cluster\":\"here\"", "https://plimsoll.example.com/gaps");
    }
    assertThat(counts().values()).containsOnly(1L);
  }
}
