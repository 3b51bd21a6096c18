package dev.plimsoll.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.testkit.KubeApiServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console that runs by itself, with an extender beside it and without. */
class LiveConsoleTest {
  @TempDir private Path folder;

  private LiveConsoleOverHttp start(String configuration) throws IOException, InterruptedException {
    return new LiveConsoleOverHttp(folder, KubeApiServer.start(), configuration);
  }

  /** Stands for an extender that answers everything alike, and keeps what it was asked. */
  private static HttpServer extender(int status, String type, String body, List<String> asked)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          List<String> tokens = exchange.getRequestHeaders().get("Authorization");
          asked.add(exchange.getRequestURI() + " " + tokens);
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", type);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String at(HttpServer extender) {
    return "extender: {url: 'http://127.0.0.1:" + extender.getAddress().getPort() + "'}";
  }

  @Test
  void it_answers_reports_and_the_page_and_no_scheduler() throws Exception {
    try (LiveConsoleOverHttp console = start("")) {
      assertThat(console.get("/", "").statusCode()).isEqualTo(200);
      assertThat(console.get("/readyz", "").statusCode()).isEqualTo(200);
      assertThat(console.get("/api/v1/gaps", "").statusCode()).isEqualTo(200);
      assertThat(console.get("/api/v1/gaps?namespace=team", "alice").statusCode()).isEqualTo(200);
      assertThat(console.get("/api/v1/gaps?namespace=other", "alice").statusCode()).isEqualTo(403);
      assertThat(console.get("/api/v1/gaps", "unknown").statusCode()).isEqualTo(401);
      assertThat(console.get("/metrics", "").body()).contains("plimsoll_");
      assertThat(console.get("/scheduler/filter", "").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void what_is_described_is_answered_and_the_scheduler_is_not() throws Exception {
    try (LiveConsoleOverHttp console = start("")) {
      JsonObject paths =
          JsonParser.parseString(console.get("/openapi.json", "").body())
              .getAsJsonObject()
              .getAsJsonObject("paths");

      assertThat(paths.keySet())
          .contains("/api/v1/gaps", "/api/v1/overview")
          .containsAll(ExtenderApi.PATHS)
          .noneMatch(path -> path.startsWith("/scheduler"));
      for (String path : paths.keySet()) {
        if (!path.equals("/api/v1/events")) {
          assertThat(console.get(path, "").statusCode()).as(path).isNotEqualTo(404);
        }
      }
    }
  }

  @Test
  void what_the_extender_alone_knows_is_said_to_be_unknown_rather_than_none() throws Exception {
    try (LiveConsoleOverHttp console = start("")) {
      for (String path : ExtenderApi.PATHS) {
        HttpResponse<String> answer = console.get(path, "");
        assertThat(answer.statusCode()).as(path).isEqualTo(501);
        assertThat(answer.body()).contains("not known here").doesNotContain("[]");
      }
    }
  }

  @Test
  void the_extender_is_asked_with_the_token_of_the_caller() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    HttpServer extender = extender(200, "application/json", "{\"heldPods\":[]}", asked);
    try (LiveConsoleOverHttp console = start(at(extender))) {
      HttpResponse<String> answer = console.get("/api/v1/held-pods?namespace=a%26b", "alice");

      assertThat(answer.body()).isEqualTo("{\"heldPods\":[]}");
      assertThat(asked).containsExactly("/api/v1/held-pods?namespace=a%26b [Bearer alice]");
      assertThat(console.get("/api/v1/held-pods", "unknown").statusCode()).isEqualTo(401);
      assertThat(asked).as("who isn't known doesn't reach it").hasSize(1);
      assertThat(console.get("/api/v1/shares", "").statusCode()).isEqualTo(200);
      assertThat(asked).contains("/api/v1/shares null");
    } finally {
      extender.stop(0);
    }
  }

  @Test
  void an_extender_that_denies_is_heeded() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    HttpServer extender = extender(403, "application/json", "{\"error\":\"forbidden\"}", asked);
    try (LiveConsoleOverHttp console = start(at(extender))) {
      HttpResponse<String> answer = console.get("/api/v1/held-pods", "alice");

      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body()).contains("forbidden");
    } finally {
      extender.stop(0);
    }
  }

  @Test
  void an_extender_that_does_not_answer_as_one_is_an_error_that_says_so() throws Exception {
    HttpServer other = extender(200, "text/html", "<script>", new CopyOnWriteArrayList<>());
    try (LiveConsoleOverHttp console = start(at(other))) {
      HttpResponse<String> answer = console.get("/api/v1/held-pods", "alice");
      assertThat(answer.statusCode()).isEqualTo(502);
      assertThat(answer.body()).contains("answered with status 200").doesNotContain("script");

      other.stop(0);
      HttpResponse<String> gone = console.get("/api/v1/held-pods", "alice");
      assertThat(gone.statusCode()).isEqualTo(502);
      assertThat(gone.body()).contains("doesn't answer");
    } finally {
      other.stop(0);
    }
  }
}
