package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTreeReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnreachableTest {
  @TempDir Path folder;

  private void assertFails(String url, String... parts) {
    assertThatThrownBy(() -> LiveCluster.read(StubApi.access(folder, url), n -> {}))
        .isInstanceOf(UnreachableException.class)
        .hasMessageStartingWith("The cluster at " + url + " (context \"here\")")
        .hasMessageContainingAll(parts)
        .hasMessageEndingWith(".");
  }

  @Test
  void nothing_listens() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    assertFails("http://127.0.0.1:" + port, "can't be reached: nothing answers there");
  }

  @Test
  void the_host_is_unknown() {
    assertFails("https://cluster.invalid:6443", "the name of its host is unknown");
  }

  @Test
  void tls_fails() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread plainText =
          new Thread(
              () -> {
                try (Socket client = socket.accept()) {
                  client.getOutputStream().write("no TLS here".getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      plainText.start();
      assertFails("https://127.0.0.1:" + socket.getLocalPort(), "the secure connection fails");
      plainText.join();
    }
  }

  @Test
  void the_credentials_are_not_accepted() throws IOException {
    try (StubApi api = new StubApi()) {
      api.on("/api/v1/namespaces?limit=500", 401, "{\"message\": \"Unauthorized\"}", Map.of());
      assertFails(api.url(), "doesn't accept the credentials", "log in again");
    }
  }

  @Test
  void nobody_is_logged_in() throws IOException {
    try (StubApi api = new StubApi()) {
      api.on(
          "/api/v1/namespaces?limit=500",
          403,
          "{\"message\": \"User \\\"system:anonymous\\\" cannot list\"}",
          Map.of());
      assertFails(api.url(), "doesn't accept the credentials");
    }
  }

  @Test
  void it_is_another_server() throws IOException {
    try (StubApi api = new StubApi()) {
      api.on("/api/v1/namespaces?limit=500", "<html>Welcome</html>");
      assertFails(api.url(), "something other than the JSON of a Kubernetes API");
    }
  }

  @Test
  void it_is_broken() throws IOException {
    try (StubApi api = new StubApi()) {
      api.on("/api/v1/pods?limit=500", 500, "{\"message\": \"etcd is sad\"}", Map.of());
      assertFails(api.url(), "answered /api/v1/pods with 500: etcd is sad");
    }
  }

  @Test
  void it_says_to_each_question_that_it_is_busy_and_is_waited_for_once() throws IOException {
    try (StubApi api = new StubApi()) {
      List<String> paths = List.of("/version", "/api/v1/pods", "/api/v1/nodes");
      paths.forEach(path -> api.on(path, 503, "busy", Map.of("Retry-After", "4")));
      LongAdder waited = new LongAdder();
      try (Connection open = Connection.open(api.access(folder))) {
        Connection connection =
            new Connection(
                open.client(), open.errors(), new ServerClock(InstantSource.system()), waited::add);
        for (String path : paths) {
          assertThatThrownBy(
                  () ->
                      connection.get(
                          path,
                          Map.of(),
                          Connection.JSON,
                          JsonPruning.NONE,
                          JsonTreeReader::object))
              .hasMessage("busy");
        }
      }
      assertThat(waited.sum()).isPositive().isLessThanOrEqualTo(BusyBudget.MILLIS);
    }
  }

  @Test
  void a_host_name_that_no_certificate_names_is_one_line() {
    ConnectionErrors errors = new ConnectionErrors("https://a", "context \"here\"");

    assertThat(
            errors.unreachable(
                new SSLPeerUnverifiedException("Hostname a not verified:\n  certificate: sha")))
        .hasMessageNotContaining("\n")
        .hasMessageContaining("(Hostname a not verified:)");
  }

  @Test
  void it_stays_busy() throws IOException {
    try (StubApi api = new StubApi()) {
      api.on("/api/v1/pods?limit=500", 503, "busy", Map.of("Retry-After", "0"));
      assertFails(api.url(), "answered /api/v1/pods with 503: busy");
    }
  }
}
