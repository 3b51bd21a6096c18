package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fields of a kubeconfig that client-java ignores, as an API server or a proxy sees them. */
class KubeconfigFieldsTest {
  private static final byte[] VERSION =
      "{\"major\": \"1\", \"minor\": \"36\", \"gitVersion\": \"v1.36.2\"}"
          .getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;
  private HttpServer server;
  private volatile boolean asksForUser;
  private final List<Headers> requests = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          Headers headers = exchange.getRequestHeaders();
          boolean isKnown = !asksForUser || headers.containsKey("Proxy-Authorization");
          if (isKnown) {
            requests.add(headers);
          }
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.getResponseHeaders().add("Proxy-Authenticate", "Basic realm=\"proxy\"");
          exchange.sendResponseHeaders(isKnown ? 200 : 407, VERSION.length);
          exchange.getResponseBody().write(VERSION);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Asks for the version with the fields of a cluster and a user, in a flow mapping. */
  private Optional<KubernetesControlPlane> ask(
      String clusterFields, String userFields, Map<String, String> variables) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config"),
            """
            current-context: c
            contexts: [{name: c, context: {cluster: c, user: u}}]
            clusters: [{name: c, cluster: {%s}}]
            users: [{name: u, user: {token: t%s}}]
            """
                .formatted(clusterFields, userFields));
    Environment environment = new Environment(variables, folder, folder.resolve("account"));
    return ServerVersion.ask(
        new Login(new ClusterAccess(Optional.of(file), Optional.empty()), environment).connect());
  }

  @Test
  void a_user_to_act_as_is_named_with_groups_and_extra_values() throws IOException {
    assertThat(
            ask(
                "server: '" + address() + "'",
                ", as: 'Jörg', as-uid: '7', as-groups: [dev, ops], as-user-extra:"
                    + " {example.com/x y: [a, b]}",
                Map.of()))
        .isPresent();

    Headers sent = requests.get(0);
    assertThat(sent.get("Impersonate-Group")).containsExactly("dev", "ops");
    assertThat(sent.getFirst("Impersonate-Uid")).isEqualTo("7");
    assertThat(sent.get("Impersonate-Extra-example.com%2Fx%20y")).containsExactly("a", "b");
    assertThat(sent.getFirst("Impersonate-User").getBytes(StandardCharsets.ISO_8859_1))
        .isEqualTo("Jörg".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void groups_without_a_user_to_act_as_are_not_sent() throws IOException {
    assertThat(ask("server: '" + address() + "'", ", as-groups: [dev]", Map.of())).isPresent();

    assertThat(requests.get(0).containsKey("Impersonate-Group")).isFalse();
  }

  @Test
  void a_line_break_in_the_user_is_told() {
    assertThatThrownBy(() -> ask("server: '" + address() + "'", ", as: \"a\\nb\"", Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "can't be used with the context \"c\": the field as has a control character.");
  }

  @Test
  void a_proxy_of_the_cluster_gets_the_request_with_its_user() throws IOException {
    asksForUser = true;
    assertThat(
            ask(
                "server: 'http://api.invalid:8080', proxy-url: '%s'"
                    .formatted(address().replace("://", "://bob:p%40ss@")),
                "",
                Map.of("HTTP_PROXY", "http://127.0.0.1:1")))
        .isPresent();

    assertThat(requests.get(0).getFirst("Host")).isEqualTo("api.invalid:8080");
    assertThat(requests.get(0).getFirst("Proxy-Authorization")).isEqualTo("Basic Ym9iOnBAc3M=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://a b", "https://my_host:x", "https://[::", "nothing"})
  void a_server_that_is_no_URL_is_told(String url) {
    assertThatThrownBy(
            () -> ask("server: '" + url + "'", "", Map.of("HTTPS_PROXY", "http://127.0.0.1:1")))
        .isInstanceOfAny(InputException.class, UnreachableException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP_PROXY", "http_proxy"})
  void a_proxy_of_the_environment_gets_the_request(String variable) throws IOException {
    assertThat(
            ask(
                "server: 'http://api.invalid:8080'",
                "",
                Map.of(variable, address().substring("http://".length()))))
        .isPresent();
    assertThat(requests.get(0).getFirst("Host")).isEqualTo("api.invalid:8080");
  }

  @Test
  void a_server_in_NO_PROXY_is_called_directly() throws IOException {
    assertThat(
            ask(
                "server: '" + address() + "'",
                "",
                Map.of("HTTP_PROXY", "http://127.0.0.1:1", "NO_PROXY", "127.0.0.0/8")))
        .isPresent();
  }

  @Test
  void a_proxy_that_does_not_answer_is_named() {
    assertThatThrownBy(
            () ->
                ask(
                    "server: 'http://api.invalid:8080', proxy-url: 'http://u:p@127.0.0.1:1'",
                    "",
                    Map.of()))
        .isInstanceOf(UnreachableException.class)
        .hasMessage(
            "The cluster at http://api.invalid:8080 (context \"c\", proxy http://127.0.0.1:1) can't"
                + " be reached: nothing answers there.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ftp://proxy:21       | The proxy-url of the kubeconfig is not an address that Plimsoll can use: write http://HOST:PORT or socks5://HOST:PORT.
          https://proxy:443    | The proxy-url of the kubeconfig is not an address that Plimsoll can use: write http://HOST:PORT or socks5://HOST:PORT.
          http://proxy:99999   | The proxy-url of the kubeconfig is not an address that Plimsoll can use: write http://HOST:PORT or socks5://HOST:PORT.
          'http://a b'         | The proxy-url of the kubeconfig is not a URL.
          socks5://u:p@proxy:1 | The proxy-url of the kubeconfig has a user, which Plimsoll can only use with http://.
          """)
  void a_proxy_that_cannot_be_used_is_told(String proxy, String message) {
    assertThatThrownBy(
            () -> ask("server: '" + address() + "', proxy-url: '" + proxy + "'", "", Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessage(message);
  }
}
