package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An API server that takes another token after a while, and a connection that stays open. */
class RenewedTokenTest {
  @TempDir private Path folder;
  private HttpServer server;
  private volatile String accepted = "first";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          boolean isKnown =
              ("Bearer " + accepted).equals(exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] body = "{\"gitVersion\": \"v1.36.2\"}".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(isKnown ? 200 : 401, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    gives("first");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void gives(String token) throws IOException {
    Files.writeString(folder.resolve("token"), token);
  }

  /** A plug-in that gives what the file holds, and counts how often it ran. */
  private Connection byPlugin() throws IOException {
    Path plugin =
        Files.writeString(
            folder.resolve("login"),
            """
            #!/bin/sh
            cd '%s' && echo >> runs && test -s token &&
            echo '{"kind": "ExecCredential", "status": {"token": "'"$(cat token)"'"}}'
            """
                .formatted(folder));
    assertThat(plugin.toFile().setExecutable(true)).isTrue();
    return connect("exec: {apiVersion: client.authentication.k8s.io/v1, command: ./login}");
  }

  private Connection connect(String user) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config"),
            """
            current-context: c
            contexts: [{name: c, context: {cluster: c, user: u}}]
            clusters: [{name: c, cluster: {server: 'http://127.0.0.1:%d'}}]
            users: [{name: u, user: {%s}}]
            """
                .formatted(server.getAddress().getPort(), user));
    return new Login(
            new ClusterAccess(Optional.of(file), Optional.empty()),
            new Environment(Map.of(), folder, folder.resolve("account")))
        .connect();
  }

  private long runs() throws IOException {
    return Files.readString(folder.resolve("runs")).lines().count();
  }

  @Test
  void a_plug_in_gives_a_new_token_once_the_old_one_is_not_accepted() throws IOException {
    Connection connection = byPlugin();
    assertThat(ServerVersion.ask(connection)).isPresent();
    accepted = "second";
    gives("second");

    IntStream.range(0, 16)
        .parallel()
        .forEach(i -> assertThat(ServerVersion.ask(connection)).isPresent());
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void a_token_that_is_never_accepted_does_not_start_the_plug_in_each_time() throws IOException {
    Connection connection = byPlugin();
    accepted = "another";

    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> ServerVersion.ask(connection))
          .isInstanceOf(UnreachableException.class)
          .hasMessageContaining("doesn't accept the credentials");
    }
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void a_plug_in_that_fails_later_is_told() throws IOException {
    Connection connection = byPlugin();
    accepted = "second";
    gives("");

    assertThatThrownBy(() -> ServerVersion.ask(connection))
        .isInstanceOf(UnreachableException.class)
        .hasMessageContaining("login failed with exit code 1");
  }

  @Test
  void a_file_with_the_token_is_read_again() throws IOException {
    Connection connection = connect("tokenFile: token");
    assertThat(ServerVersion.ask(connection)).isPresent();
    accepted = "second";
    gives("second\n");

    assertThat(ServerVersion.ask(connection)).isPresent();
  }
}
