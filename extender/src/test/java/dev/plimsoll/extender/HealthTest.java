package dev.plimsoll.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.http.HttpSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What kube-scheduler and the kubelet are told of a service that doesn't know the cluster. */
class HealthTest {
  private static final String UNREAD = "the cluster has not been read completely yet";

  private volatile Optional<String> unready = Optional.of(UNREAD);
  private volatile Optional<String> dead = Optional.empty();
  private final ServerDependencies dependencies = new ServerDependencies(() -> unready, "test");
  private final ExtenderOverHttp service =
      new ExtenderOverHttp(
          ExtenderFixtures.cluster().add(ExtenderFixtures.node("a", 8)).build(),
          ExtenderSettings.DEFAULT.withBind(),
          dependencies);

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void until_the_cluster_is_known_every_verb_is_an_error() throws Exception {
    String call = ExtenderFixtures.args(ExtenderFixtures.pod("team", "p", 1_000_000, ""), "a");
    String error = "{\"Error\":\"" + UNREAD + "\"}";

    assertThat(service.post("/scheduler/filter", call).body()).isEqualTo(error);
    assertThat(service.post("/scheduler/bind", call).body()).isEqualTo(error);
    for (String verb : new String[] {"prioritize", "preempt"}) {
      HttpResponse<String> answer = service.post("/scheduler/" + verb, call);
      assertThat(answer.statusCode()).as(verb).isEqualTo(503);
      assertThat(answer.body()).contains(UNREAD);
    }
    assertThat(service.get("/readyz").statusCode()).isEqualTo(503);
    assertThat(service.get("/healthz").statusCode()).isEqualTo(200);
    assertThat(service.get("/metrics").body())
        .contains("plimsoll_extender_decisions_total{reason=\"not_ready\",verb=\"filter\"} 1.0");

    unready = Optional.empty();

    assertThat(service.post("/scheduler/filter", call).body()).contains("\"NodeNames\":[\"a\"]");
    assertThat(service.get("/readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void a_duty_that_has_died_shows_in_healthz_on_each_listener() throws Exception {
    dependencies.liveness().add(() -> dead);
    try (Server management = management()) {
      assertThat(get(management, "/healthz").statusCode()).isEqualTo(200);

      dead = Optional.of("resync: its thread has ended");

      assertThat(get(management, "/healthz").statusCode()).isEqualTo(503);
      assertThat(get(management, "/healthz").body()).isEqualTo("resync: its thread has ended\n");
      assertThat(service.get("/healthz").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void the_listener_for_probes_answers_nothing_else() throws Exception {
    try (Server probes = management()) {
      assertThat(get(probes, "/readyz").body()).isEqualTo(UNREAD + "\n");
      for (String path :
          new String[] {"/metrics", "/version", "/api/v1/quota", "/", "/openapi.json"}) {
        assertThat(get(probes, path).statusCode()).as(path).isEqualTo(404);
      }
    }
  }

  private Server management() {
    HttpSettings http = new HttpSettings("127.0.0.1", 0, 2, 16, 0, Duration.ofSeconds(10));
    return Server.startManagement(Optional.of(http), dependencies).orElseThrow();
  }

  private static HttpResponse<String> get(Server server, String path)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
