package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadTest {
  private final KubeApiServer server = KubeApiServer.start();
  private final HttpCalls httpCalls = HttpCalls.of(server);

  @AfterEach
  void close() {
    server.close();
  }

  private void pods(String... names) {
    for (String name : names) {
      server.objects().put(pod(name));
    }
  }

  private static String pod(String name) {
    return """
    {"apiVersion": "v1", "kind": "Pod",
     "metadata": {"name": "%1$s", "namespace": "default", "labels": {"app": "%1$s"}},
     "spec": {"nodeName": "node-%1$s"}, "status": {"phase": "Running"}}"""
        .formatted(name);
  }

  private static List<String> names(JsonObject list) {
    return JsonPaths.objects(list, "items").stream()
        .map(item -> JsonPaths.text(item, "metadata", "name"))
        .toList();
  }

  @Test
  void a_list_is_sorted_and_its_version_is_the_newest() throws Exception {
    pods("b", "a");
    JsonObject list = httpCalls.get("/api/v1/pods");
    assertThat(names(list)).containsExactly("a", "b");
    assertThat(JsonPaths.text(list, "metadata", "resourceVersion"))
        .isEqualTo(Long.toString(server.objects().resourceVersion()));
  }

  @Test
  void pages_show_one_revision_though_objects_come_and_go_between_them() throws Exception {
    pods("a", "b", "c", "d", "e");
    String path = "/api/v1/namespaces/default/pods?limit=2";
    JsonObject page = httpCalls.get(path);
    assertThat(JsonPaths.text(page, "metadata", "remainingItemCount")).isEqualTo("3");
    List<String> names = new ArrayList<>(names(page));
    server.objects().remove("v1", "Pod", "default", "c");
    pods("cc");
    while (JsonPaths.string(page, "metadata", "continue").isPresent()) {
      page = httpCalls.get(path + "&continue=" + JsonPaths.text(page, "metadata", "continue"));
      names.addAll(names(page));
    }
    assertThat(names).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void a_page_whose_revision_was_compacted_is_410_with_a_token_for_the_rest() throws Exception {
    pods("a", "b", "c");
    String token = JsonPaths.text(httpCalls.get("/api/v1/pods?limit=1"), "metadata", "continue");
    pods("d");
    server.faults().compact();
    JsonObject gone = httpCalls.get("/api/v1/pods?limit=1&continue=" + token);
    assertThat(JsonPaths.text(gone, "code")).isEqualTo("410");
    assertThat(JsonPaths.text(gone, "reason")).isEqualTo("Expired");
    String rest = JsonPaths.text(gone, "metadata", "continue");
    assertThat(names(httpCalls.get("/api/v1/pods?continue=" + rest)))
        .containsExactly("b", "c", "d");
  }

  @Test
  void selectors_choose_by_labels_and_by_the_fields_pods_offer() throws Exception {
    pods("a", "b", "c");
    assertThat(names(httpCalls.get("/api/v1/pods?labelSelector=app+in+(a,c)")))
        .containsExactly("a", "c");
    assertThat(names(httpCalls.get("/api/v1/pods?labelSelector=app!=a,app")))
        .containsExactly("b", "c");
    assertThat(names(httpCalls.get("/api/v1/pods?labelSelector=!app"))).isEmpty();
    assertThat(names(httpCalls.get("/api/v1/pods?fieldSelector=spec.nodeName=node-b")))
        .containsExactly("b");
    assertThat(
            names(
                httpCalls.get("/api/v1/pods?fieldSelector=metadata.name!=b,status.phase=Running")))
        .containsExactly("a", "c");
  }

  @Test
  void a_watch_tells_what_comes_changes_and_goes_after_its_version() throws Exception {
    pods("a");
    HttpCalls.Watching watch =
        httpCalls.watch(
            "/api/v1/pods?watch=1&resourceVersion=" + server.objects().resourceVersion());
    pods("b", "a");
    server.objects().remove("v1", "Pod", "default", "a");
    assertThat(watch.event()).isEqualTo("ADDED b");
    assertThat(watch.event()).isEqualTo("MODIFIED a");
    assertThat(watch.event()).isEqualTo("DELETED a");
  }

  @Test
  void a_watch_ends_by_itself_after_its_timeout() throws Exception {
    HttpCalls.Watching watch = httpCalls.watch("/api/v1/pods?watch=1&timeoutSeconds=1");
    assertThat(watch.lines().hasNext()).isFalse();
  }

  @Test
  void a_bookmark_comes_only_to_watches_that_allow_it() throws Exception {
    HttpCalls.Watching plain = httpCalls.watch("/api/v1/pods?watch=1");
    HttpCalls.Watching marked = httpCalls.watch("/api/v1/pods?watch=1&allowWatchBookmarks=true");
    server.sendBookmarks();
    assertThat(JsonPaths.text(marked.next(), "type")).isEqualTo("BOOKMARK");
    pods("a");
    assertThat(plain.event()).isEqualTo("ADDED a");
  }

  @Test
  void a_watch_from_a_compacted_version_gets_an_error_event_of_410() throws Exception {
    pods("a", "b");
    server.faults().compact();
    JsonObject event = httpCalls.watch("/api/v1/pods?watch=1&resourceVersion=3").next();
    assertThat(JsonPaths.text(event, "type")).isEqualTo("ERROR");
    assertThat(JsonPaths.text(event, "object", "code")).isEqualTo("410");
  }

  @Test
  void a_watch_that_is_cut_breaks_off_without_an_end() throws Exception {
    HttpCalls.Watching watch = httpCalls.watch("/api/v1/pods?watch=1");
    server.faults().cutWatches();
    assertThatThrownBy(() -> watch.lines().hasNext()).isInstanceOf(UncheckedIOException.class);
  }
}
