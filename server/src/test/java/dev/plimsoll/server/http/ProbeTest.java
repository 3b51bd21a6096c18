package dev.plimsoll.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final HttpSettings LOOPBACK =
      new HttpSettings("127.0.0.1", 0, 8, 64, 1 << 20, Duration.ofSeconds(5));

  @TempDir Path folder;

  private static HttpService serve(HttpSettings settings) {
    return HttpService.start(
        "test",
        settings,
        List.of(
            Route.get("/healthz", c -> Reply.text(200, "ok")),
            Route.get("/readyz", c -> Reply.text(503, "not yet"))));
  }

  private HttpSettings withTls(List<Path> clientAuthorities) {
    Certificates authority = new Certificates(folder, "authority");
    authority.issue("server");
    authority.issue("client");
    return LOOPBACK.withTls(
        new TlsSettings(
            List.of(folder.resolve("server.crt")),
            List.of(folder.resolve("server.key")),
            clientAuthorities,
            false,
            Map.of(),
            Duration.ofMinutes(1)));
  }

  private static int status(String url, Optional<Probe.ClientCertificate> client)
      throws IOException, InterruptedException {
    return new Probe(URI.create(url), PATIENCE, client).status();
  }

  private static int status(String url) throws IOException, InterruptedException {
    return status(url, Optional.empty());
  }

  private Optional<Probe.ClientCertificate> client() {
    return Optional.of(
        new Probe.ClientCertificate(folder.resolve("client.crt"), folder.resolve("client.key")));
  }

  @Test
  void the_status_of_the_answer_is_told() throws Exception {
    try (HttpService service = serve(LOOPBACK)) {
      String url = "http://127.0.0.1:" + service.port();

      assertThat(status(url + "/healthz")).isEqualTo(200);
      assertThat(status(url + "/readyz")).isEqualTo(503);
    }
  }

  @ParameterizedTest
  @CsvSource({"199, false", "200, true", "302, true", "399, true", "400, false", "503, false"})
  void good_is_what_kubelet_takes_for_good(int status, boolean isGood) {
    assertThat(Probe.isGood(status)).isEqualTo(isGood);
  }

  @Test
  void of_loopback_addresses_the_certificate_is_not_verified_and_of_others_it_is()
      throws Exception {
    try (HttpService service = serve(withTls(List.of()))) {
      assertThat(status("https://127.0.0.1:" + service.port() + "/healthz")).isEqualTo(200);
      assertThat(status("https://localhost:" + service.port() + "/healthz")).isEqualTo(200);
      assertThatThrownBy(() -> status("https://[::ffff:127.0.0.1]:" + service.port() + "/healthz"))
          .isInstanceOf(SSLException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, true",
    "127.8.8.8, true",
    "localhost, true",
    "[::1], true",
    "127.0.0.1.example.com, false",
    "localhost.example.com, false",
    "10.0.0.1, false",
    "[::2], false"
  })
  void a_name_that_only_begins_as_a_loopback_address_is_none(String host, boolean isLoopback) {
    Probe probe =
        new Probe(URI.create("https://" + host + ":8443/healthz"), PATIENCE, Optional.empty());

    assertThat(probe.isLoopback()).isEqualTo(isLoopback);
  }

  @Test
  void a_service_that_wants_a_certificate_gets_the_one_given() throws Exception {
    try (HttpService service = serve(withTls(List.of(folder.resolve("authority.crt"))))) {
      String url = "https://127.0.0.1:" + service.port() + "/healthz";

      assertThat(status(url, client())).isEqualTo(200);
      assertThatThrownBy(() -> status(url)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_certificate_that_is_none_is_bad_input() {
    assertThatThrownBy(() -> status("https://127.0.0.1:1/healthz", client()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("client.crt");
  }

  @Test
  void one_that_takes_the_call_and_never_answers_is_not_waited_for() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      URI url = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/healthz");

      assertThatThrownBy(() -> new Probe(url, Duration.ofMillis(50), Optional.empty()).status())
          .isInstanceOf(HttpTimeoutException.class);
    }
  }
}
