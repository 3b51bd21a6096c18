package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.model.object.ApiObject;
import io.kubernetes.client.util.Watch;
import java.io.StringReader;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamWatcherTest implements StreamWatcher.Listener {
  private final List<String> ends = new ArrayList<>();
  private int heard;

  @Override
  public void received() {
    heard++;
  }

  @Override
  public void ended(Optional<String> reason) {
    ends.add(reason.orElse(""));
  }

  private StreamWatcher stream(String text) {
    return stream(new StringReader(text));
  }

  private StreamWatcher stream(StringReader text) {
    return new StreamWatcher(
        new Connection.ResponseStream(text, () -> {}),
        "5",
        new ObjectDecoder(
            WatchedKind.ALL.get(0).resource(),
            new HealthLog("nodes", Clock.systemUTC()),
            new PolicyStore()),
        this);
  }

  private static String event(String type, String name, int version) {
    return """
    {"type": "%s", "object": {"kind": "Node", "apiVersion": "v1",
     "metadata": {"name": "%s", "uid": "u", "resourceVersion": "%d"}}}
    """
        .formatted(type, name, version);
  }

  private List<String> read(String text) {
    List<String> read = new ArrayList<>();
    StreamWatcher stream = stream(text);
    while (stream.hasNext()) {
      Watch.Response<WatchedObject> event = stream.next();
      read.add(
          event.type
              + " "
              + event.object.object().map(ApiObject::name).orElse("-")
              + " "
              + event.object.version());
    }
    return read;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"type\": ",
        "{\"type\": \"ERROR\", \"object\": {\"code\": 500}}",
        "{\"type\": \"ERROR\", \"object\": {\"code\": 410}}"
      })
  void the_connection_is_given_back_however_a_stream_ends(String end) {
    AtomicInteger closed = new AtomicInteger();
    StringReader text =
        new StringReader(event("ADDED", "a", 6) + end) {
          @Override
          public void close() {
            closed.incrementAndGet();
            super.close();
          }
        };
    StreamWatcher stream = stream(text);

    assertThat(stream.next().type).isEqualTo("ADDED");
    assertThat(closed).hasValue(0);
    try {
      assertThat(stream.hasNext()).isFalse();
    } catch (StreamWatcher.GoneException e) {
      assertThat(end).contains("410");
    }
    assertThat(closed).hasValue(1);
    assertThat(stream.hasNext()).isFalse();
  }

  @Test
  void events_come_one_by_one_to_the_end() {
    assertThat(read(event("ADDED", "a", 6) + event("MODIFIED", "a", 7) + event("DELETED", "a", 8)))
        .containsExactly("ADDED a 6", "MODIFIED a 7", "DELETED a 8");
    assertThat(ends).containsExactly("");
    assertThat(heard).isEqualTo(3);
  }

  @Test
  void bookmarks_give_their_version_only() {
    assertThat(read(event("BOOKMARK", "", 9))).containsExactly("BOOKMARK - 9");
  }

  @Test
  void what_is_not_newer_than_the_last_is_a_repetition() {
    assertThat(
            read(
                event("ADDED", "old", 5)
                    + event("ADDED", "a", 6)
                    + event("DELETED", "a", 7)
                    + event("ADDED", "a", 6)
                    + event("DELETED", "a", 7)))
        .containsExactly("ADDED a 6", "DELETED a 7");
  }

  @Test
  void a_forgotten_version_is_an_error() {
    StreamWatcher stream =
        stream(
            """
            {"type": "ERROR", "object": {"kind": "Status", "code": 410, "message": "too old"}}
            """);
    assertThatThrownBy(stream::hasNext)
        .isInstanceOf(StreamWatcher.GoneException.class)
        .hasMessage("too old");
  }

  @Test
  void another_error_ends_the_watch_with_its_reason() {
    assertThat(
            read(
                """
                {"type": "ERROR", "object": {"kind": "Status", "code": 500, "message": "no etcd"}}
                """))
        .isEmpty();
    assertThat(ends).containsExactly("The watch broke off: 500 no etcd.");
  }

  @Test
  void a_stream_cut_in_the_middle_ends_the_watch_with_a_reason() {
    assertThat(read(event("ADDED", "a", 6) + "{\"type\": \"ADD")).containsExactly("ADDED a 6");
    assertThat(ends).singleElement().asString().startsWith("The watch broke off: ");
  }
}
