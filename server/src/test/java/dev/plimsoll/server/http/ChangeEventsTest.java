package dev.plimsoll.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.servlet.AsyncContext;
import javax.servlet.ServletOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChangeEventsTest {
  private final AtomicReference<Object> version = new AtomicReference<>("first");
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final HttpService service =
      HttpService.start(
          "test",
          new HttpSettings("127.0.0.1", 0, 2, 4, 1 << 20, Duration.ofSeconds(30)),
          List.of(
              Route.changes("/events", version::get),
              Route.changes("/denied", version::get)
                  .withHandler(call -> Reply.error(401, "missing bearer token")),
              Route.get("/quick", call -> Reply.text(200, "quick"))));

  @AfterEach
  void stop() {
    service.close();
  }

  private HttpResponse<InputStream> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path)).build(),
        HttpResponse.BodyHandlers.ofInputStream());
  }

  private static String line(InputStream events) throws IOException {
    return new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8)).readLine();
  }

  @Test
  void who_listens_is_told_of_a_change_and_takes_no_thread() throws Exception {
    List<HttpResponse<InputStream>> listening = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      listening.add(get("/events"));
    }
    assertThat(line(get("/quick").body())).isEqualTo("quick");

    version.set("second");

    for (HttpResponse<InputStream> each : listening) {
      assertThat(each.headers().firstValue("Content-Type")).hasValue("text/event-stream");
      assertThat(line(each.body())).isEqualTo("event: changed");
    }
  }

  @Test
  void who_is_denied_does_not_listen() throws Exception {
    HttpResponse<InputStream> response = get("/denied");

    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(line(response.body())).contains("missing bearer token");
  }

  @Test
  void there_is_an_end_to_how_many_listen() throws Exception {
    for (int i = 0; i < ChangeEvents.MOST_LISTENERS; i++) {
      assertThat(get("/events").statusCode()).isEqualTo(200);
    }

    assertThat(get("/events").statusCode()).isEqualTo(503);
    assertThat(line(get("/quick").body())).isEqualTo("quick");
  }

  @Test
  void who_does_not_read_is_left_and_nothing_is_kept_for_them() throws IOException {
    AsyncContext open = mock(AsyncContext.class);
    ServletOutputStream out = mock(ServletOutputStream.class);
    when(out.isReady()).thenReturn(false);
    List<EventListener> left = new ArrayList<>();
    EventListener listener = new EventListener(open, out, left::add);

    for (int i = 0; i < 20; i++) {
      listener.send(new byte[10]);
    }

    verify(out, never()).write(any(byte[].class));
    verify(open, times(1)).complete();
    assertThat(left).containsExactly(listener);
  }
}
