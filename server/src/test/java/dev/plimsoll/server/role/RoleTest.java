package dev.plimsoll.server.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.election.LeaderElectionSettings;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order in which each role starts and ends, whatever fails on the way. */
class RoleTest {
  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<String> closed = new ArrayList<>();
  private final KubeApiServer server = KubeApiServer.start();
  private ClusterAccess access;
  private int managementPort;

  @BeforeEach
  void prepare() throws IOException {
    server.access().token("secret", User.ADMIN);
    access =
        new ClusterAccess(
            Optional.of(server.kubeconfig(folder, "secret", "default")), Optional.empty());
    managementPort = freePort();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void probes_are_answered_before_the_role_is_ready() throws Exception {
    List<String> answers = new ArrayList<>();

    Role started =
        start(
            List.of(),
            role -> {
              watch(role);
              answers.add(readiness());
              role.ready();
              answers.add(readiness());
              return role;
            });
    started.close();

    assertThat(answers).containsExactly("503 the service is starting", "200 ok");
  }

  @Test
  void a_part_that_cannot_start_closes_all_earlier_parts_in_reverse_order() throws Exception {
    assertThatThrownBy(
            () ->
                start(
                    List.of(),
                    role -> {
                      role.add(() -> closed.add("first"));
                      role.add(() -> closed.add("second"));
                      watch(role);
                      throw new IllegalStateException("on purpose");
                    }))
        .hasMessage("on purpose");

    assertThat(closed).containsExactly("second", "first");
    assertThat(readiness()).isEqualTo("no answer");
  }

  @Test
  void a_part_that_fails_to_close_keeps_no_other_part_open() throws Exception {
    Role started =
        start(
            List.of(),
            role -> {
              role.add(() -> closed.add("first"));
              role.add(
                  () -> {
                    throw new IOException("on purpose");
                  });
              return role;
            });

    started.close();
    started.close();

    assertThat(closed).containsExactly("first");
  }

  @Test
  void a_port_in_use_is_reported_before_anything_starts() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HttpSettings listener = HttpSettings.DEFAULT.onLoopback().withPort(taken.getLocalPort());

      assertThatThrownBy(
              () ->
                  start(
                      List.of(listener),
                      role -> {
                        closed.add("started");
                        return role;
                      }))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(String.valueOf(taken.getLocalPort()));
    }
    assertThat(closed).isEmpty();
    assertThat(server.calls()).isEmpty();
  }

  private <T> T start(List<HttpSettings> listeners, Role.Recipe<T> recipe)
      throws InterruptedException {
    ServerConfiguration configuration =
        new ServerConfiguration(
            Optional.of(HttpSettings.DEFAULT.onLoopback().withPort(managementPort)),
            Optional.empty(),
            access,
            Duration.ofMinutes(3),
            LeaderElectionSettings.DEFAULT);
    return Role.start(configuration, access, listeners, "test", recipe);
  }

  private void watch(Role role) throws InterruptedException {
    ClusterInformers unused =
        role.watch(
            ClusterInformers.startWhole(access, InformerOptions.DEFAULT),
            ClusterInformers::health,
            AccessGuard.ofCluster(false, role.connection()));
  }

  private String readiness() throws InterruptedException {
    try {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + "/readyz"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body().strip();
    } catch (IOException e) {
      return "no answer";
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
