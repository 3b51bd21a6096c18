package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.RelatedKinds;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamWatcherTest {
  private static final WatchedKind NODES =
      WatchedKind.ALL.stream().filter(k -> k.type() == Node.class).findFirst().orElseThrow();

  private final List<String> ends = new ArrayList<>();

  private StreamWatcher<ApiObject> stream(String text, IOException... onClose) throws IOException {
    ByteArrayInputStream bytes =
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
          @Override
          public void close() throws IOException {
            if (onClose.length > 0) {
              throw onClose[0];
            }
            ends.add("closed");
          }
        };
    ObjectDecoder decoder =
        new ObjectDecoder(
            NODES, new HealthLog("nodes", Ticker.SYSTEM), new PolicyStore(), new RelatedKinds());
    return new StreamWatcher<>(
        new Connection.ResponseStream(bytes, () -> ends.add("cancelled")),
        "5",
        JsonPruning.FOR_RULES,
        decoder::decode);
  }

  private static String event(String type, String name, int version) {
    return """
    {"type": "%s", "object": {"kind": "Node", "apiVersion": "v1",
     "metadata": {"name": "%s", "uid": "u", "resourceVersion": "%d"}}}
    """
        .formatted(type, name, version);
  }

  private List<String> read(String text) throws IOException, StatusException {
    List<String> read = new ArrayList<>();
    try (StreamWatcher<ApiObject> stream = stream(text)) {
      for (Optional<WatchEvent<ApiObject>> event = stream.next();
          event.isPresent();
          event = stream.next()) {
        String name = event.get().object().map(ApiObject::name).orElse("-");
        read.add(event.get().type() + " " + name + " " + stream.version());
      }
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
    try {
      assertThat(read(event("ADDED", "a", 6) + end)).containsExactly("ADDED a 6");
    } catch (IOException | StatusException e) {
      assertThat(end).isNotEmpty();
    }
    assertThat(ends).containsExactly("closed");
  }

  @Test
  void a_connection_that_can_not_be_given_back_is_cancelled() throws IOException {
    stream("", new IOException("broken")).close();

    assertThat(ends).containsExactly("cancelled");
  }

  @Test
  void events_come_one_by_one_to_the_end() throws Exception {
    assertThat(read(event("ADDED", "a", 6) + event("MODIFIED", "a", 7) + event("DELETED", "a", 8)))
        .containsExactly("ADDED a 6", "MODIFIED a 7", "DELETED a 8");
  }

  @Test
  void bookmarks_give_their_version_only() throws Exception {
    assertThat(read(event("BOOKMARK", "", 9))).containsExactly("BOOKMARK - 9");
  }

  @Test
  void an_object_that_can_not_be_read_gives_its_version_only() throws Exception {
    String odd =
        """
        {"type": "ADDED", "object": {"metadata": {"name": "a", "resourceVersion": "7"},
         "status": {"allocatable": {"cpu": "many"}}}}
        """;
    assertThat(read(odd)).containsExactly("ADDED - 7");
  }

  @Test
  void what_is_not_newer_than_the_last_is_a_repetition() throws Exception {
    assertThat(
            read(
                event("ADDED", "old", 5)
                    + event("ADDED", "a", 6)
                    + event("DELETED", "a", 7)
                    + event("ADDED", "a", 6)
                    + event("BOOKMARK", "", 6)
                    + event("DELETED", "a", 7)))
        .containsExactly(
            "BOOKMARK - 5",
            "ADDED a 6",
            "DELETED a 7",
            "BOOKMARK - 7",
            "BOOKMARK - 7",
            "BOOKMARK - 7");
  }

  @ParameterizedTest
  @ValueSource(ints = {410, 500})
  void an_error_of_the_server_is_an_exception_with_its_code(int code) {
    assertThatThrownBy(
            () ->
                read(
                    """
                    {"type": "ERROR", "object": {"kind": "Status", "code": %d, "message": "why"}}
                    """
                        .formatted(code)))
        .isInstanceOfSatisfying(StatusException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessage("why");
  }

  @Test
  void a_stream_cut_in_the_middle_of_an_event_is_broken_off() throws Exception {
    try (StreamWatcher<ApiObject> stream = stream(event("ADDED", "a", 6) + "{\"type\": \"ADD")) {
      assertThat(stream.next()).isPresent();
      assertThatThrownBy(stream::next).isInstanceOf(EOFException.class);
      assertThat(stream.version()).isEqualTo("6");
    }
  }
}
