package dev.plimsoll.extender.requeue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.faults.FailureMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written into an API server, with a clock that is moved by hand. */
class EventRecorderTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration UPDATE = Duration.ofMinutes(20);

  @TempDir Path folder;
  private final KubeApiServer server = KubeApiServer.start();
  private final FakeClock clock = new FakeClock();
  private final List<Notice> notices = new ArrayList<>();
  private Connection connection;
  private EventRecorder events;

  @BeforeEach
  void connect() throws IOException {
    namespace("team", "Active");
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            current-context: c
            contexts: [{name: c, context: {cluster: c}}]
            clusters: [{name: c, cluster: {server: "%s"}}]
            """
                .formatted(server.url()));
    connection = Connection.open(new ClusterAccess(Optional.of(kubeconfig), Optional.empty()));
    events = started();
  }

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  private void namespace(String name, String phase) {
    server
        .objects()
        .put(
            """
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"},
             "status": {"phase": "%s"}}
            """
                .formatted(name, phase));
  }

  /** Starts the service anew: it remembers nothing. */
  private EventRecorder started() {
    return new EventRecorder(
        () -> List.copyOf(notices), this::write, clock, clock::nanos, "test", 2);
  }

  private void write(String method, String path, JsonObject object) throws StatusException {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : Connection.JSON;
    connection.write(method, path, Map.of(), type, object);
  }

  private static Notice note(String namespace, String pod, String reason, long times) {
    return new Notice(
        ExtenderFixtures.pod(namespace, pod, 1, ""), reason, true, "It waits.", times);
  }

  private static Notice note(String pod) {
    return note("team", pod, "Fragmented", 1);
  }

  private void look(Notice... those) throws StatusException {
    notices.clear();
    notices.addAll(List.of(those));
    events.sync();
    clock.pass(SECOND);
  }

  private List<JsonObject> written() {
    return server.objects().list("events.k8s.io/v1", "Event");
  }

  private List<String> pods() {
    return written().stream()
        .map(e -> e.getAsJsonObject("regarding").get("name").getAsString())
        .toList();
  }

  private long counted() {
    return written().get(0).getAsJsonObject("series").get("count").getAsLong();
  }

  @Test
  void each_pod_and_reason_has_one_event_that_says_why() throws StatusException {
    look(note("p"), note("team", "p", "HeldAtQuota", 1));
    look(note("team", "p", "Fragmented", 2), note("team", "p", "HeldAtQuota", 2));

    assertThat(written())
        .extracting(e -> e.get("reason").getAsString())
        .containsExactlyInAnyOrder("Fragmented", "HeldAtQuota");
    JsonObject event = written().get(0);
    assertThat(event.get("note").getAsString()).isEqualTo("It waits.");
    assertThat(event.get("type").getAsString()).isEqualTo("Warning");
    assertThat(event.getAsJsonObject("regarding").get("uid").getAsString()).isEqualTo("uid-p");
    assertThat(event.has("series")).isFalse();
  }

  @Test
  void while_it_goes_on_the_series_is_updated_and_nothing_is_repeated() throws StatusException {
    look(note("p"));
    clock.pass(UPDATE);
    look(note("team", "p", "Fragmented", 20));

    assertThat(written()).hasSize(1);
    assertThat(counted()).isEqualTo(20);
    look(note("team", "p", "Fragmented", 21));
    assertThat(counted()).isEqualTo(20);
  }

  @Test
  void what_is_not_so_any_more_is_not_updated() throws StatusException {
    look(note("p"));
    clock.pass(UPDATE);
    look(note("p"));

    assertThat(written().get(0).has("series")).isFalse();
  }

  @Test
  void a_restarted_service_finds_its_event_again() throws StatusException {
    look(note("p"));
    events = started();
    look(note("p"));

    assertThat(written()).hasSize(1);
    assertThat(counted()).isEqualTo(2);
  }

  @Test
  void an_event_that_the_server_has_forgotten_is_created_again() throws StatusException {
    look(note("p"));
    String name = written().get(0).getAsJsonObject("metadata").get("name").getAsString();
    server.objects().remove("events.k8s.io/v1", "Event", "team", name);
    clock.pass(UPDATE);
    look(note("team", "p", "Fragmented", 2));

    assertThat(written()).hasSize(1);
  }

  @Test
  void no_more_are_written_in_a_second_than_allowed_and_what_is_new_comes_first()
      throws StatusException {
    Notice[] all = {note("a"), note("b"), note("c")};
    look(all);
    assertThat(pods()).containsExactly("a", "b");
    look(all);
    assertThat(pods()).containsExactly("a", "b", "c");

    clock.pass(UPDATE);
    look(
        note("team", "a", "Fragmented", 2),
        note("team", "b", "Fragmented", 2),
        note("d"),
        note("e"));

    assertThat(pods()).containsExactly("a", "b", "c", "d", "e");
    assertThat(written()).noneMatch(e -> e.has("series"));
  }

  @Test
  void what_the_server_refuses_keeps_nothing_else_from_being_told() {
    server.faults().fail(1, FailureMode.GONE);

    assertThatThrownBy(() -> look(note("a"), note("b"))).isInstanceOf(StatusException.class);

    assertThat(pods()).containsExactly("b");
  }

  @Test
  void no_event_is_due_in_a_namespace_that_is_being_deleted() throws StatusException {
    namespace("going", "Terminating");

    look(note("going", "a", "Fragmented", 1), note("b"));

    assertThat(pods()).containsExactly("b");
  }

  @Test
  void a_server_that_is_busy_is_asked_again_later() throws StatusException {
    server.faults().fail(1, FailureMode.TOO_MANY_REQUESTS);
    assertThatThrownBy(() -> look(note("a"))).isInstanceOf(StatusException.class);
    clock.pass(SECOND);
    look(note("a"));

    assertThat(pods()).containsExactly("a");
  }

  @Test
  void a_text_that_is_too_long_for_the_server_is_shortened() throws StatusException {
    look(
        new Notice(
            ExtenderFixtures.pod("team", "p", 1, ""), "Gated", false, "\u00e9".repeat(600), 1));

    String text = written().get(0).get("note").getAsString();
    assertThat(text).endsWith("...");
    assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(1020, 1024);
    assertThat(written().get(0).get("type").getAsString()).isEqualTo("Normal");
  }

  @Test
  void an_event_names_the_object_that_it_is_about() throws StatusException {
    ObjectMeta web = ObjectMeta.of("team", "web").withUid("uid-web");
    look(
        new Notice(
            GroupVersionKind.of("apps/v1", "Deployment"), web, "Denied", true, "Denied.", 1));

    JsonObject regarding = written().get(0).getAsJsonObject("regarding");
    assertThat(regarding.get("apiVersion").getAsString()).isEqualTo("apps/v1");
    assertThat(regarding.get("kind").getAsString()).isEqualTo("Deployment");
    assertThat(regarding.get("name").getAsString()).isEqualTo("web");
    assertThat(regarding.get("uid").getAsString()).isEqualTo("uid-web");
  }
}
