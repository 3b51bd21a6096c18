package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.testkit.faults.FailureMode;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultsTest {
  private static final String NODES = "/api/v1/nodes";

  private final KubeApiServer server = KubeApiServer.start();
  private final HttpCalls httpCalls = HttpCalls.of(server);

  @AfterEach
  void close() {
    server.close();
  }

  private void node(String name) {
    server
        .objects()
        .put(
            "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"%s\"}}"
                .formatted(name));
  }

  private int code(String path) throws Exception {
    return httpCalls.send("GET", path, "").statusCode();
  }

  @Test
  void failures_hit_so_many_matching_calls_and_no_others() throws Exception {
    server.faults().fail(2, "GET /api/v1/nodes", FailureMode.INTERNAL_ERROR);
    assertThat(List.of(code("/api/v1/pods"), code(NODES), code(NODES), code(NODES)))
        .containsExactly(200, 500, 500, 200);
  }

  @Test
  void too_many_requests_says_when_to_come_back() throws Exception {
    server.faults().fail(1, FailureMode.TOO_MANY_REQUESTS);
    HttpResponse<String> answer = httpCalls.send("GET", NODES, "");
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
  }

  @Test
  void gone_is_410_to_a_list_and_an_error_event_to_a_watch() throws Exception {
    server.faults().fail(2, FailureMode.GONE);
    assertThat(code(NODES)).isEqualTo(410);
    HttpCalls.Watching watch = httpCalls.watch(NODES + "?watch=1");
    assertThat(watch.code()).isEqualTo(200);
    assertThat(JsonPaths.text(watch.next(), "object", "code")).isEqualTo("410");
  }

  @Test
  void an_open_watch_that_expires_gets_an_error_event_of_410() throws Exception {
    HttpCalls.Watching watch = httpCalls.watch(NODES + "?watch=1");
    server.faults().expireWatches();
    assertThat(JsonPaths.text(watch.next(), "object", "reason")).isEqualTo("Expired");
    assertThat(watch.lines().hasNext()).isFalse();
  }

  @Test
  void a_dropped_connection_has_no_answer() {
    server.faults().fail(1, FailureMode.DROPPED);
    assertThatThrownBy(() -> httpCalls.post(NODES, "{}")).isInstanceOf(IOException.class);
  }

  @Test
  void duplicated_events_come_twice() throws Exception {
    server.faults().duplicateEvents(true);
    HttpCalls.Watching watch = httpCalls.watch(NODES + "?watch=1");
    node("n");
    assertThat(List.of(watch.event(), watch.event())).containsExactly("ADDED n", "ADDED n");
  }

  @Test
  void fields_from_the_future_are_in_objects_lists_and_events_but_not_in_labels() throws Exception {
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n", "labels": {"a": "b"}},
             "status": {"capacity": {"cpu": "1"}, "conditions": [{"type": "Ready"}]}}""");
    server.faults().fieldsFromTheFuture(true);
    String expected = "{\"mode\":\"Unknown\"}";
    assertThat(JsonPaths.text(httpCalls.get(NODES + "/n").get("fieldFromTheFuture")))
        .isEqualTo(expected);
    String list = JsonPaths.text(httpCalls.get(NODES));
    assertThat(list).contains("{\"type\":\"Ready\",\"fieldFromTheFuture\":" + expected + "}");
    assertThat(list).contains("\"labels\":{\"a\":\"b\"}").contains("\"capacity\":{\"cpu\":\"1\"}");
    HttpCalls.Watching watch = httpCalls.watch(NODES + "?watch=1");
    assertThat(JsonPaths.at(watch.next(), "object", "status", "fieldFromTheFuture")).isPresent();
  }

  @Test
  void latency_delays_answers() throws Exception {
    server.faults().latency(Duration.ofMillis(60));
    long start = System.nanoTime();
    code(NODES);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(59));
  }

  @Test
  void a_cut_ends_a_watch_that_has_come_and_has_no_answer_yet() throws Exception {
    node("n");
    server.faults().latency(Duration.ofMillis(300));
    ExecutorService caller = Executors.newSingleThreadExecutor();
    Future<List<String>> events = caller.submit(() -> httpCalls.watch(NODES + "?watch=1").rest());
    caller.shutdown();
    Await.until("the watch has come", () -> server.calls().toString().contains("watch=1"));
    server.faults().cutWatches();
    assertThatThrownBy(() -> events.get(10, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(IOException.class);
  }

  @Test
  void a_restart_breaks_watches_off_and_keeps_port_and_objects() throws Exception {
    node("n");
    HttpCalls.Watching watch = httpCalls.watch(NODES + "?watch=1");
    assertThat(watch.event()).isEqualTo("ADDED n");
    server.restart();
    assertThatThrownBy(() -> watch.lines().hasNext()).hasRootCauseInstanceOf(IOException.class);
    assertThat(HttpCalls.of(server).get(NODES + "/n").has("metadata")).isTrue();
  }

  @Test
  void a_stopped_server_refuses_connections_until_it_comes_back() throws Exception {
    server.stop();
    assertThatThrownBy(() -> code(NODES)).isInstanceOf(IOException.class);
    server.comeBack();
    assertThat(code(NODES)).isEqualTo(200);
  }

  @Test
  void calm_ends_every_fault() throws Exception {
    server.faults().fail(9, FailureMode.UNAVAILABLE);
    server.faults().fieldsFromTheFuture(true);
    server.faults().reset();
    assertThat(httpCalls.get(NODES).has("fieldFromTheFuture")).isFalse();
  }
}
