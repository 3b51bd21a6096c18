package dev.plimsoll.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HttpServiceTest {
  /** Jetty warns of each connection that is shed. */
  private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty");

  private static final int HALF = 100_000;

  private final CountDownLatch inside = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final HttpService service =
      HttpService.start(
          "test",
          new HttpSettings("127.0.0.1", 0, 2, 4, 1 << 20, Duration.ofSeconds(30)),
          List.of(
              Route.get("/slow", c -> slow()),
              Route.get("/quick", c -> Reply.text(200, "quick")),
              Route.get("/api/v1/who", c -> Reply.text(200, "you")),
              Route.post("/body", c -> reading(c.body())),
              Route.post("/late", c -> late(c.body())),
              Route.post("/thoughtful", c -> thoughtful(c.body()))));

  @BeforeAll
  static void quieten() {
    JETTY.setLevel(Level.SEVERE);
  }

  @AfterEach
  void stop() {
    go.countDown();
    service.close();
  }

  private Reply slow() {
    inside.countDown();
    try {
      assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Reply.text(200, "slow");
  }

  /** Reads all at once that has come, then waits, then reads the rest. */
  private Reply reading(InputStream body) {
    byte[] some = new byte[HALF];
    try {
      int first = body.readNBytes(some, 0, HALF);
      slow();
      return Reply.text(200, "%d and %d".formatted(first, body.readAllBytes().length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Answers some milliseconds after a body has come that is so short that its rate is low. */
  private static Reply late(InputStream body) {
    try {
      int length = body.readAllBytes().length;
      waitFiftyMillis();
      return Reply.text(200, length + " bytes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the body some milliseconds after the body has come. */
  private static Reply thoughtful(InputStream body) {
    try {
      waitFiftyMillis();
      return Reply.text(200, body.readAllBytes().length + " bytes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void waitFiftyMillis() {
    LockSupport.parkNanos(50_000_000);
  }

  @Test
  void no_call_on_a_kept_connection_is_lost_when_the_service_stops() throws Exception {
    HttpClient keeping = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    URI quick = URI.create("http://127.0.0.1:" + service.port() + "/quick");
    HttpRequest request = HttpRequest.newBuilder(quick).build();
    assertThat(keeping.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(200);

    CompletableFuture<Void> stopping = CompletableFuture.runAsync(service::close);

    List<String> answers = new ArrayList<>();
    boolean closes = false;
    while (!closes) {
      HttpResponse<String> answer = keeping.send(request, HttpResponse.BodyHandlers.ofString());
      answers.add(answer.statusCode() + " " + answer.body().strip());
      closes = answer.headers().firstValue("Connection").filter("close"::equals).isPresent();
    }
    assertThat(answers).containsOnly("200 quick");
    stopping.get(10, TimeUnit.SECONDS);
  }

  @Test
  void a_connection_without_a_call_does_not_keep_the_service_from_stopping() throws Exception {
    try (Socket idle = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      service.close();

      assertThat(idle.getInputStream().read()).isEqualTo(-1);
    }
  }

  /** A proxy sends the headers first; Jetty calls the route once the body has come as well. */
  @Test
  void a_short_body_that_comes_after_its_headers_is_read_whenever_the_route_reads()
      throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      send(socket, "POST /thoughtful HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n");
      waitFiftyMillis();
      send(socket, "{}");
      socket.shutdownOutput();

      assertThat(socket.getInputStream().readAllBytes()).asString().contains("2 bytes");
    }
  }

  @Test
  void a_body_that_drips_is_told_so() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      send(socket, "POST /thoughtful HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n");
      InputStream answer = socket.getInputStream();
      Await.until(
          "the caller is answered",
          () -> {
            send(socket, "x");
            waitFiftyMillis();
            return answer.available() > 0;
          });

      assertThat(answer.readAllBytes())
          .asString()
          .startsWith("HTTP/1.1 408 ")
          .contains("body too slow; send at least 1024 bytes a second");
    }
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  @Test
  void a_short_body_may_take_its_time_to_be_answered() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + "/late"))
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());

    assertThat(response.body()).isEqualTo("2 bytes\n");
  }

  private CompletableFuture<Integer> ask(String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path)).build();
    return client
        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .thenApply(HttpResponse::statusCode)
        .exceptionally(e -> 0);
  }

  @Test
  void a_call_that_is_being_answered_is_finished_before_the_service_stops() throws Exception {
    CompletableFuture<Integer> asked = ask("/slow");
    inside.await();
    CompletableFuture<Void> closing = CompletableFuture.runAsync(service::close);
    while (ask("/quick").get() == 200) {
      Thread.onSpinWait();
    }
    assertThat(closing).isNotDone();

    go.countDown();

    assertThat(asked.get(30, TimeUnit.SECONDS)).isEqualTo(200);
    closing.get(30, TimeUnit.SECONDS);
  }

  @Test
  void a_body_is_read_while_it_comes_in() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      OutputStream out = socket.getOutputStream();
      String head =
          "POST /body HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: %d\r\n\r\n";
      out.write(head.formatted(2 * HALF).getBytes(StandardCharsets.US_ASCII));
      out.write(new byte[HALF]);
      out.flush();

      assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();

      out.write(new byte[HALF]);
      go.countDown();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer).contains("%d and %<d".formatted(HALF));
    }
  }

  @Test
  void beyond_its_bound_load_is_shed_and_what_comes_later_is_answered() throws Exception {
    List<CompletableFuture<Integer>> asked = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      asked.add(ask("/slow"));
    }
    inside.await();
    CompletableFuture<Object> anyShed =
        CompletableFuture.anyOf(
            asked.stream()
                .map(a -> a.thenCompose(HttpServiceTest::shed))
                .toArray(CompletableFuture[]::new));
    go.countDown();

    anyShed.get(30, TimeUnit.SECONDS);
    List<Integer> statuses = new ArrayList<>();
    for (CompletableFuture<Integer> each : asked) {
      statuses.add(each.get(30, TimeUnit.SECONDS));
    }
    assertThat(statuses).contains(200).containsAnyOf(503, 0).isSubsetOf(200, 503, 0);
    assertThat(ask("/quick").get(30, TimeUnit.SECONDS)).isEqualTo(200);
  }

  /** Completes only for a call that was not answered with 200. */
  private static CompletableFuture<Integer> shed(int status) {
    return status == 200 ? new CompletableFuture<>() : CompletableFuture.completedFuture(status);
  }

  @Test
  void an_unknown_path_is_a_sentence_that_does_not_repeat_it()
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + service.port() + "/%3Cscript%3E"))
                .build(),
            HttpResponse.BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(answer.body()).isEqualTo("{\"error\":\"not found\"}");
  }

  /** Asks as a browser does, whose client doesn't let these headers be set. */
  private String status(String path, String... headers) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      String request =
          "GET " + path + " HTTP/1.1\r\nConnection: close\r\n" + String.join("\r\n", headers);
      socket.getOutputStream().write((request + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return answer.split(" ")[1];
    }
  }

  @Test
  void a_page_of_another_site_is_answered_nothing_that_takes_no_token() throws IOException {
    String path = "/api/v1/who";

    for (String own : List.of("127.0.0.1:8888", "localhost:8888", "[::1]:8888", "a.localhost")) {
      assertThat(status(path, "Host: " + own)).as(own).isEqualTo("200");
      assertThat(status(path, "Host: " + own, "Origin: http://" + own)).as(own).isEqualTo("200");
      for (String origin :
          List.of("http://evil.example", "null", "http://" + own + ".evil.example")) {
        assertThat(status(path, "Host: " + own, "Origin: " + origin)).as(origin).isEqualTo("403");
      }
    }
    for (String host : List.of("evil.example:8888", "127.0.0.1.evil.example", "localhost.evil")) {
      assertThat(status(path, "Host: " + host)).as(host).isEqualTo("403");
      assertThat(status(path, "Host: " + host, "Origin: http://" + host)).isEqualTo("403");
      assertThat(status(path, "Host: " + host, "Authorization: Bearer t")).isEqualTo("200");
      assertThat(status("/quick", "Host: " + host)).isEqualTo("200");
    }
  }
}
