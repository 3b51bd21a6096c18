package dev.plimsoll.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
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
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.ServletOutputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;

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
              Route.changes("/of-user", version::get)
                  .withHandler(
                      call -> new Reply(200, "text/event-stream", List.of()).to(call.token())),
              Route.changes("/denied", version::get)
                  .withHandler(call -> Reply.error(401, "missing bearer token")),
              Route.get("/quick", call -> Reply.text(200, "quick"))));

  @AfterEach
  void stop() {
    service.close();
  }

  private HttpResponse<InputStream> get(String path) throws IOException, InterruptedException {
    return get(path, "");
  }

  private HttpResponse<InputStream> get(String path, String user)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
            .header("Authorization", "Bearer " + user)
            .build(),
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
      assertThat(each.body().readNBytes(3)).asString().isEqualTo(":\n\n");
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
      String user = "user-" + i / ChangeEvents.MOST_OF_ONE;
      assertThat(get("/of-user", user).statusCode()).isEqualTo(200);
    }

    assertThat(get("/of-user", "another").statusCode()).isEqualTo(503);
    assertThat(line(get("/quick").body())).isEqualTo("quick");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/events", "/of-user"})
  void nobody_takes_the_places_of_others(String path) throws Exception {
    List<HttpResponse<InputStream>> listening = new ArrayList<>();
    for (int i = 0; i < ChangeEvents.MOST_OF_ONE; i++) {
      listening.add(get(path, "greedy"));
    }
    HttpResponse<InputStream> denied = get(path, "greedy");

    assertThat(listening).allMatch(r -> r.statusCode() == 200);
    assertThat(denied.statusCode()).isEqualTo(429);
    assertThat(denied.headers().firstValue("Retry-After")).hasValue("30");
    assertThat(line(denied.body()))
        .isEqualTo(
            "{\"error\":\"too many event streams: you have 20 open already; close one, or retry"
                + " later\"}");
    assertThat(get("/of-user", "modest").statusCode()).isEqualTo(200);
  }

  @Test
  void a_place_is_given_back_once() {
    Seats seats = new Seats(2, 3);

    assertThat(seats.take("a")).isEqualTo(Seats.Asked.TAKEN);
    assertThat(seats.areCrowded()).isFalse();
    assertThat(seats.take("a")).isEqualTo(Seats.Asked.TAKEN);
    assertThat(seats.areCrowded()).isTrue();
    assertThat(seats.take("a")).isEqualTo(Seats.Asked.CALLER_HAS_TOO_MANY);
    assertThat(seats.areAllTaken()).isFalse();
    assertThat(seats.take("b")).isEqualTo(Seats.Asked.TAKEN);
    assertThat(seats.areAllTaken()).isTrue();
    assertThat(seats.take("c")).isEqualTo(Seats.Asked.ALL_ARE_TAKEN);
    seats.giveBack("a");
    assertThat(seats.take("a")).isEqualTo(Seats.Asked.TAKEN);
    assertThat(seats.take("a")).isEqualTo(Seats.Asked.CALLER_HAS_TOO_MANY);
    seats.giveBack("a");
    seats.giveBack("a");
    seats.giveBack("b");
    assertThat(seats.areAllTaken()).isFalse();
    assertThat(seats.callers()).isZero();
  }

  @Test
  void a_seat_counts_before_its_response_has_begun() {
    try (ChangeEvents events = new ChangeEvents(version::get)) {
      for (int i = 0; i < ChangeEvents.MOST_LISTENERS; i++) {
        assertThat(events.isFull()).isFalse();
        assertThat(events.takeSeat("user-" + i)).isEqualTo(Seats.Asked.TAKEN);
      }

      assertThat(events.isFull()).isTrue();
      assertThat(events.takeSeat("another")).isEqualTo(Seats.Asked.ALL_ARE_TAKEN);
    }
  }

  @Test
  void whose_response_ends_may_listen_again() throws IOException {
    try (ChangeEvents events = new ChangeEvents(version::get)) {
      HttpServletRequest request = mock(HttpServletRequest.class);
      HttpServletResponse response = mock(HttpServletResponse.class);
      AsyncContext open = mock(AsyncContext.class);
      when(request.startAsync()).thenReturn(open);
      when(response.getOutputStream()).thenReturn(mock(ServletOutputStream.class));
      ArgumentCaptor<AsyncListener> listener = ArgumentCaptor.forClass(AsyncListener.class);

      assertThat(events.takeSeat("a")).isEqualTo(Seats.Asked.TAKEN);
      events.add("a", request, response);
      verify(open).addListener(listener.capture());
      assertThat(events.callers()).isEqualTo(1);
      listener.getValue().onComplete(mock(AsyncEvent.class));
      listener.getValue().onComplete(mock(AsyncEvent.class));

      assertThat(events.callers()).isZero();
    }
  }

  @Test
  void a_response_that_can_not_be_begun_takes_no_place() throws IOException {
    try (ChangeEvents events = new ChangeEvents(version::get)) {
      HttpServletResponse response = mock(HttpServletResponse.class);
      when(response.getOutputStream()).thenReturn(mock(ServletOutputStream.class));
      doThrow(new IOException("gone")).when(response).flushBuffer();

      assertThat(events.takeSeat("a")).isEqualTo(Seats.Asked.TAKEN);
      assertThatThrownBy(() -> events.add("a", mock(HttpServletRequest.class), response))
          .hasMessage("gone");

      assertThat(events.callers()).isZero();
    }
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
