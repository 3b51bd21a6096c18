package dev.plimsoll.kube.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.UnreachableException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PrometheusClientTest {
  private static final Instant FIRST = Instant.ofEpochSecond(3600);

  private final CountDownLatch isOver = new CountDownLatch(1);
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    isOver.countDown();
    server.stop(0);
  }

  private PrometheusClient client(Duration timeout) {
    return new PrometheusClient("http://127.0.0.1:" + server.getAddress().getPort(), timeout);
  }

  private List<TimeSeries> ask(Duration timeout, int hours) {
    return client(timeout)
        .samples("up", FIRST, FIRST.plus(Duration.ofHours(hours)), Duration.ofHours(1));
  }

  @Test
  void an_answer_that_never_ends_is_given_up() {
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          OutputStream body = exchange.getResponseBody();
          body.write('{');
          body.flush();
          try {
            isOver.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.close();
        });

    assertThatThrownBy(() -> ask(Duration.ofMillis(200), 1))
        .isInstanceOf(UnreachableException.class)
        .hasMessageContaining("cannot reach Prometheus at http://127.0.0.1:");
  }

  @Test
  void samples_are_asked_for_a_day_at_a_time() {
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().getQuery().replaceAll("^query=up&", ""));
          byte[] none =
              "{\"status\": \"success\", \"data\": {\"resultType\": \"matrix\", \"result\": []}}"
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, none.length);
          exchange.getResponseBody().write(none);
          exchange.close();
        });

    assertThat(ask(Duration.ofMinutes(1), 30)).isEmpty();
    assertThat(asked)
        .containsExactly("start=3600&end=86400&step=3600", "start=90000&end=111600&step=3600");
  }

  @Test
  void what_is_no_url_is_told() {
    assertThatThrownBy(() -> new PrometheusClient("prometheus"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("invalid Prometheus URL \"prometheus\"");
  }
}
